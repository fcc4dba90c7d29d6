/** What the user said, in one conversation or in all; each message can be deleted. */
import { Trash2 } from 'lucide-preact';
import type { Message } from 'rekindle-client';

import { live, rekindle, useTopic } from '../../live/rekindle';
import { messageOf, messagesOf, nothing } from '../../live/topics';
import { t } from '../../strings';
import { inWordsOf } from '../../ui/act';
import { deleteSoon, hidden } from '../../ui/deleting';
import { Button, Link, Paged, Section, When } from '../../ui/parts';
import { param, withParams } from '../../ui/router';

export function Messages({ sessionId }: { sessionId: string }) {
  const words = t().sessions;
  // The message to which a link led, and the conversation that it belongs to.
  const id = param('prompt');
  const { data: linked, error } = useTopic<Message | null>(id ? messageOf(id) : nothing);
  const session = sessionId || (linked?.sessionId ?? '');
  const list = messagesOf(session);
  const isHere = useTopic(list).data?.items.some(({ id }) => id === linked?.id) ?? true;
  const all = withParams({ conversation: '', prompt: '' });
  const line = (message: Message) => <Line key={message.id} message={message} session={session} />;
  return (
    <Section
      title={session ? words.oneConversation : words.everything}
      lead={words.everythingLead}
      actions={
        (session || id) && (
          <Link class="button small" to={all}>
            {words.allConversations}
          </Link>
        )
      }
    >
      {error !== undefined && <p class="banner failed">{inWordsOf(error)}</p>}
      {linked && !isHere && !hidden.value.has(linked.id) && (
        <ul class="card rows messages">{line(linked)}</ul>
      )}
      <Paged of={list} class="card rows messages" empty={<p class="muted">{words.noMessages}</p>}>
        {line}
      </Paged>
    </Section>
  );
}

const intoView = (row: Element | null) => row?.scrollIntoView({ block: 'center' });

function Line({ message, session }: { message: Message; session: string }) {
  const words = t().sessions;
  const isLinked = message.id === param('prompt');
  const conversation = withParams({ conversation: message.sessionId ?? '', prompt: '' });
  return (
    <li ref={isLinked ? intoView : null} class="entry" aria-current={isLinked || undefined}>
      <div class="entry-main">
        <p class="entry-content">{message.content}</p>
        <p class="row tight small">
          <span class="muted">{words.roles[message.role]}</span>
          <When at={message.createdAt} />
          {message.sessionId && !session && <Link to={conversation}>{words.toConversation}</Link>}
        </p>
      </div>
      <Button
        icon={Trash2}
        label={words.deleteMessage(message.content.slice(0, 40))}
        onClick={() =>
          deleteSoon([message.id], async (id) => {
            await rekindle.prompts.delete(id);
            await live.refresh(messagesOf(session));
          })
        }
      />
    </li>
  );
}

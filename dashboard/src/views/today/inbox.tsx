/** What waits for the user's word, answered by a click or a key. */
import { Check, PenLine, X } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import type { InboxAnswer, InboxItem, PreferenceType } from 'rekindle-client';

import { live, rekindle, useTopic } from '../../live/rekindle';
import { inbox, profile, useConnectionName } from '../../live/topics';
import { inWords, leavesOf } from '../../logic/about';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button, Chip, Quoted, When } from '../../ui/parts';
import { useDraft } from '../../ui/hooks';
import { factLabel } from '../../ui/facts';
import { InlineForm } from '../../ui/fields';

export function Inbox() {
  const words = t().inbox;
  const { data } = useTopic(inbox);
  const section = useRef<HTMLElement>(null);
  const isEmpty = !data?.length;
  useEffect(() => section.current?.addEventListener('keydown', onKey), [isEmpty]);
  if (isEmpty) return null;
  return (
    <section ref={section} class="inbox stack tight" aria-labelledby="inbox">
      <h2 id="inbox" tabIndex={-1}>
        {words.title} <span class="muted">{data.length}</span>
      </h2>
      <ul class="stack tight">
        {data.map((item) => (
          <Question key={item.id} item={item} />
        ))}
      </ul>
      <p class="keys row tight small muted">
        {Object.entries(words.keys).map(([key, meaning]) => (
          <span key={key}>
            <kbd>{key}</kbd> {meaning}
          </span>
        ))}
      </p>
    </section>
  );
}

const QUESTION = '.inbox li';
const BUTTONS: Record<string, string> = { y: 'accept', n: 'reject', c: 'correct' };

/** Keys count only while the focus is in the inbox, and not in a text field. */
function onKey(event: KeyboardEvent): void {
  const at = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || at.matches('input, textarea')) return;
  const all = [...document.querySelectorAll<HTMLElement>(QUESTION)];
  const place = all.findIndex((question) => question.contains(at));
  const name = BUTTONS[event.key];
  if (event.key === 'j' || event.key === 'k') {
    const next = all[place + (event.key === 'j' ? 1 : -1)];
    next?.querySelector<HTMLElement>('[data-answer=accept]')?.focus();
  } else if (name) {
    all[place]?.querySelector<HTMLElement>(`[data-answer=${name}]`)?.click();
  } else return;
  event.preventDefault();
}

function Question({ item }: { item: InboxItem }) {
  const words = t().inbox;
  const [correction, setCorrection] = useDraft<string>(`inbox ${item.id}`);
  const held = item.kind === 'quarantined';
  const current = item.proposal ?? item.item;
  const quote = item.quote ?? item.doubt?.quote;
  const canCorrect = !held && typeof (current?.['value'] ?? '') !== 'object';

  const send = async (body: InboxAnswer) => {
    await rekindle.inbox.answer(item.id, body);
    await live.refresh(inbox);
  };

  return (
    <li class={`card stack tight ${held ? 'held' : ''}`}>
      <p class="row tight small">
        <Chip tone={held ? 'bad' : 'accent'}>{words.kinds[item.kind]}</Chip>
        <When at={item.at} />
      </p>
      <p>{useQuestion(item)}</p>
      {item.doubt && (
        <p class="small muted">{t().item.mentions(item.doubt.was, item.doubt.now ?? '')}</p>
      )}
      {held && <pre>{said(current)}</pre>}
      {quote && !held && <Quoted text={quote} />}
      {correction === undefined ? (
        <div class="row">
          {(['accept', 'reject'] as const).map((name) => (
            <Button
              key={name}
              look="small"
              icon={name === 'accept' ? Check : X}
              data-answer={name}
              onClick={() => void act(() => send({ answer: name }), words.answered)}
            >
              {name === 'accept' ? words.yes : words.no}
            </Button>
          ))}
          {canCorrect && (
            <Button
              look="small"
              icon={PenLine}
              data-answer="correct"
              onClick={() => setCorrection(said(current, false))}
            >
              {words.correct}
            </Button>
          )}
        </div>
      ) : (
        <InlineForm
          fields={[{ name: 'said', label: words.correction, most: 2000, required: true }]}
          draft={{ said: correction }}
          onDraft={({ said: text = '' }) => setCorrection(text)}
          done={words.answered}
          onSubmit={() => send({ answer: 'correct', correction: correction.trim() })}
          onEnd={() => setCorrection(undefined)}
        />
      )}
    </li>
  );
}

/** What an item of the inbox says, as a rule after what it is about. */
function said(item: InboxItem['item'], named = true): string {
  if (!item) return '';
  const { path, value, type, description, content } = item;
  if (typeof path === 'string') {
    const label = factLabel(path.replace('skillLevel.', ''));
    return named ? `${label}: ${inWords(value)}` : inWords(value);
  }
  const text = inWords(description ?? content ?? '');
  return named && type ? `${t().types[type as PreferenceType]}: ${text}` : text;
}

/** What is asked about an item. */
function useQuestion(item: InboxItem): string {
  const { ask } = t().inbox;
  const about = useTopic(profile).data?.about ?? {};
  const writer = useConnectionName(item.connection);
  if (item.kind === 'quarantined') return ask.held(writer || t().item.unknownConnection);
  const proposed = said(item.proposal);
  // What a fact would take the place of is not part of the question.
  const old = leavesOf(about).find(([path]) => path === item.proposal?.['path'])?.[1];
  const known = item.item ? said(item.item) : typeof old === 'string' ? old : '';
  if (!proposed) {
    return item.kind === 'outdated' || item.kind === 'fading' ? ask.still(known) : ask.over(known);
  }
  if (item.kind === 'evicted') return ask.keep(proposed);
  return known ? ask.instead(proposed, known) : ask.right(proposed);
}

/** Conversations: what one passes on to the next. */
import { FolderOpen, MessagesSquare, Pencil, Trash2 } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { Session } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { sessions } from '../../live/topics';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Chip, Empty, Link, Paged, When } from '../../ui/parts';
import { Asks } from '../../ui/dialog';
import { ago, day } from '../../ui/format';
import { param, withParams } from '../../ui/router';
import { Messages } from './messages';

type Task = Session['tasks'][number];

export function Conversations() {
  const chosen = param('conversation');
  const words = t().sessions;
  if (chosen || param('prompt')) return <Messages sessionId={chosen} />;
  return (
    <>
      <p class="muted">{words.lead}</p>
      <Paged
        of={sessions}
        class="stack"
        empty={<Empty icon={MessagesSquare} title={words.emptyTitle} text={words.emptyText} />}
      >
        {(session) => (
          <li key={session.id}>
            <SessionCard session={session} />
          </li>
        )}
      </Paged>
      <Messages sessionId="" />
    </>
  );
}

function SessionCard({ session }: { session: Session }) {
  const words = t().sessions;
  const name = session.projectPath ?? words.untitled;
  return (
    <article class="card" data-id={session.id} aria-label={name}>
      <header class="apart">
        <h2 class="row tight">
          <FolderOpen size={18} /> {name}
        </h2>
        <div class="row tight">
          <Asks
            button={{ icon: Pencil, label: words.editSummary }}
            title={words.editSummary}
            done={words.saved}
            fields={() => [{ name: 'summary', label: words.summary, rows: 5, most: 4000 }]}
            from={{ summary: session.summary ?? '' }}
            onSubmit={({ summary = '' }) =>
              rekindle.sessions.report(session.id, { summary: summary.trim() || null })
            }
          />
          <Asks
            button={{ icon: Trash2, label: t().common.delete }}
            title={words.deleteTitle}
            hint={words.deleteText}
            submit={t().common.delete}
            danger
            done={words.deleted}
            onSubmit={async () => {
              await rekindle.sessions.delete(session.id);
              await live.refresh(sessions);
            }}
          />
        </div>
      </header>
      <p class="muted small">
        <When at={session.lastActiveAt}>{words.active(ago(session.lastActiveAt))}</When> ·{' '}
        {words.turns(session.processedTurns)} · {words.ends(day(session.expiresAt))}
      </p>
      <p>
        <Link class="button small" to={withParams({ conversation: session.id })}>
          {words.read}
        </Link>
      </p>
      <p class={session.summary ? 'summary' : 'muted'}>{session.summary ?? words.noSummary}</p>
      <Kept title={words.tasks} of={session.tasks}>
        {(task) => <TaskLine key={task.id} task={task} session={session} />}
      </Kept>
      <Kept title={words.decisions} of={session.decisions}>
        {(item) => (
          <li key={`${item.timestamp} ${item.decision}`}>
            <strong>{item.decision}</strong>
            <p class="small muted">
              {item.rationale && `${words.why} ${item.rationale} `}
              {item.alternatives.length > 0 && words.instead(item.alternatives.join(', '))}
            </p>
          </li>
        )}
      </Kept>
      <Kept title={words.notes} of={session.context}>
        {(note, index) => <li key={index}>{note}</li>}
      </Kept>
    </article>
  );
}

function Kept<T>(props: {
  title: string;
  of: readonly T[];
  children: (item: T, place: number) => ComponentChildren;
}) {
  if (!props.of.length) return null;
  return (
    <>
      <h3>{props.title}</h3>
      <ul class="rows compact">{props.of.map(props.children)}</ul>
    </>
  );
}

function TaskLine({ task, session }: { task: Task; session: Session }) {
  const words = t().sessions;
  const change = (status: Task['status']) => {
    const tasks = [{ id: task.id, status }];
    return act(() => rekindle.sessions.report(session.id, { tasks }), words.saved);
  };
  return (
    <li class="apart">
      <span class="lines">
        <span class={task.status === 'completed' ? 'muted' : ''}>{task.title}</span>
        {task.notes && <span class="small muted">{task.notes}</span>}
        {task.status === 'blocked' && task.blockedBy && (
          <Chip tone="warn">{words.blockedBy(task.blockedBy)}</Chip>
        )}
      </span>
      <select
        aria-label={words.setStatus(task.title)}
        value={task.status}
        onChange={(event) => void change(event.currentTarget.value as Task['status'])}
      >
        {Object.entries(words.statuses).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </select>
    </li>
  );
}

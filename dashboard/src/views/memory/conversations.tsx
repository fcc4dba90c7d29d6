/** Conversations: what one passes on to the next, and what the user said in them. */
import { FolderOpen, MessagesSquare, Pencil, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Session } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { sessions } from '../../live/topics';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button, Link, When } from '../../ui/controls';
import { FormDialog } from '../../ui/dialog';
import { ago, day } from '../../ui/format';
import { Chip, Empty, MoreButton, Show, TextField } from '../../ui/parts';
import { param, withParams } from '../../ui/router';
import { Messages } from './messages';

type Task = Session['tasks'][number];
type TaskStatus = Task['status'];

export function Conversations() {
  const chosen = param('conversation');
  const words = t().sessions;
  const [editing, setEditing] = useState<Session | null>(null);
  const [removing, setRemoving] = useState<Session | null>(null);
  if (chosen || param('prompt')) return <Messages sessionId={chosen} />;
  return (
    <>
      <p class="muted">{words.lead}</p>
      <Show of={sessions} lines={6}>
        {({ items, more }) =>
          items.length ? (
            <>
              <div class="sessions">
                {items.map((session) => (
                  <SessionCard
                    key={session.id}
                    session={session}
                    onEdit={() => setEditing(session)}
                    onRemove={() => setRemoving(session)}
                  />
                ))}
              </div>
              {more && <MoreButton of={sessions} />}
            </>
          ) : (
            <Empty icon={MessagesSquare} title={words.emptyTitle} text={words.emptyText} />
          )
        }
      </Show>
      {editing && <SummaryForm session={editing} onClose={() => setEditing(null)} />}
      {removing && (
        <FormDialog
          title={words.deleteTitle}
          hint={words.deleteText}
          submit={t().common.delete}
          danger
          done={words.deleted}
          onClose={() => setRemoving(null)}
          onSubmit={async () => {
            await rekindle.sessions.delete(removing.id);
            await live.refresh(sessions);
          }}
        />
      )}
      <Messages sessionId="" />
    </>
  );
}

function SummaryForm({ session, onClose }: { session: Session; onClose: () => void }) {
  const words = t().sessions;
  const [summary, setSummary] = useState(session.summary ?? '');
  return (
    <FormDialog
      title={words.editSummary}
      done={words.saved}
      onClose={onClose}
      onSubmit={() => rekindle.sessions.report(session.id, { summary: summary.trim() || null })}
    >
      <TextField
        label={words.summary}
        rows={5}
        maxLength={4000}
        value={summary}
        onValue={setSummary}
      />
    </FormDialog>
  );
}

function SessionCard(props: { session: Session; onEdit: () => void; onRemove: () => void }) {
  const { session } = props;
  const words = t().sessions;
  const name = session.projectPath ?? words.untitled;
  return (
    <article class="card session" data-id={session.id} aria-label={name}>
      <header class="apart">
        <h2>
          <FolderOpen size={18} /> {name}
        </h2>
        <div class="row tight">
          <Button icon={Pencil} label={words.editSummary} onClick={props.onEdit} />
          <Button icon={Trash2} label={t().common.delete} onClick={props.onRemove} />
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
      {session.tasks.length > 0 && (
        <>
          <h3>{words.tasks}</h3>
          <ul class="rows compact">
            {session.tasks.map((task) => (
              <TaskLine key={task.id} task={task} session={session} />
            ))}
          </ul>
        </>
      )}
      {session.decisions.length > 0 && (
        <>
          <h3>{words.decisions}</h3>
          <ul class="rows compact">
            {session.decisions.map((item) => (
              <li key={`${item.timestamp} ${item.decision}`}>
                <strong>{item.decision}</strong>
                {item.rationale && (
                  <p class="small">
                    {words.why} {item.rationale}
                  </p>
                )}
                {item.alternatives.length > 0 && (
                  <p class="small muted">{words.instead(item.alternatives.join(', '))}</p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {session.context.length > 0 && (
        <>
          <h3>{words.notes}</h3>
          <ul class="plain-list">
            {session.context.map((note, index) => (
              <li key={index}>{note}</li>
            ))}
          </ul>
        </>
      )}
    </article>
  );
}

const STATUSES: readonly TaskStatus[] = ['pending', 'in_progress', 'blocked', 'completed'];

function TaskLine({ task, session }: { task: Task; session: Session }) {
  const words = t().sessions;
  const change = (status: TaskStatus) =>
    act(
      () => rekindle.sessions.report(session.id, { tasks: [{ id: task.id, status }] }),
      words.saved,
    );
  return (
    <li class={`task apart ${task.status}`}>
      <span class="lines">
        <span class="task-title">{task.title}</span>
        {task.notes && <span class="small muted">{task.notes}</span>}
        {task.status === 'blocked' && task.blockedBy && (
          <Chip tone="warn">{words.blockedBy(task.blockedBy)}</Chip>
        )}
      </span>
      <select
        aria-label={words.setStatus(task.title)}
        value={task.status}
        onChange={(event) => void change(event.currentTarget.value as TaskStatus)}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {words.statuses[status]}
          </option>
        ))}
      </select>
    </li>
  );
}

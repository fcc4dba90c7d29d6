/** One connection: who it is, what it may do and has done, and how to take that back. */
import { History as HistoryIcon, KeyRound, Plug, Power } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Connection, Undone } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { connections } from '../../live/topics';
import { hoursFrom, isOver } from '../../logic/access';
import { namesOf } from '../../logic/choices';
import { t } from '../../strings';
import { Chip, When } from '../../ui/parts';
import { Asks, FormDialog, Notice, Opens } from '../../ui/dialog';
import type { FieldOf } from '../../ui/fields';
import { day } from '../../ui/format';

/** How far back: hours, everything, or since a moment. */
const REACHES = ['', '1', '24', '168', 'moment'] as const;
const PARTS = ['messages', 'notes', 'sessions', 'facts', 'preferences', 'habits'] as const;

export function ConnectionCard({ connection }: { connection: Connection }) {
  const { name, kind, expiresAt } = connection;
  const words = t().connections;
  const over = isOver(connection, live.now());
  const Icon = kind === 'key' ? KeyRound : Plug;
  return (
    <article class="card stack tight" data-id={connection.id} aria-label={name}>
      <header class="apart">
        <h2 class="row tight">
          <Icon size={18} /> {name}
        </h2>
        {over && <Chip tone="warn">{words.over}</Chip>}
      </header>
      <p class="muted small">
        {words.kinds[kind]} · {words.made(day(connection.createdAt))} ·{' '}
        {connection.lastUsedAt ? words.used(day(connection.lastUsedAt)) : words.unused}
      </p>
      <ul class="row tight" aria-label={t().access.may}>
        {connection.scopes.map((scope) => (
          <li key={scope} class="chip">
            {t().access.scopes[scope][0]}
          </li>
        ))}
      </ul>
      <p class="small">
        {connection.lastUsedAt && words.did(connection.reads, connection.writes ?? 0)}{' '}
        {expiresAt && !over && <When at={expiresAt}>{words.ends[kind](day(expiresAt))}</When>}
      </p>
      {!over && (
        <p class="row tight">
          <Opens button={{ look: 'small', icon: HistoryIcon, children: words.undo }}>
            {(close) => <UndoForm connection={connection} onClose={close} />}
          </Opens>
          <Asks
            button={{ look: 'small danger', icon: Power, children: words.disconnect }}
            title={words.disconnectTitle(name)}
            hint={words.disconnectText}
            submit={words.disconnect}
            danger
            done={words.disconnected}
            onSubmit={async () => {
              await rekindle.connections.delete(connection.id);
              await live.refresh(connections);
            }}
          />
        </p>
      )}
    </article>
  );
}

/** Takes back what an assistant or program wrote. */
function UndoForm(props: { connection: Connection; onClose: () => void }) {
  const words = t().connections;
  const [done, setDone] = useState<Undone | null>(null);
  if (done) return <Account of={done} onClose={props.onClose} />;

  const time: FieldOf = { name: 'at', label: words.since, type: 'datetime-local', required: true };
  return (
    <FormDialog
      title={words.undoTitle(props.connection.name)}
      hint={words.undoText}
      submit={words.undoSubmit}
      danger
      goesOn
      fields={({ reach }) => [
        { name: 'reach', label: words.reach, options: namesOf(REACHES, words.reaches) },
        ...(reach === 'moment' ? [time] : []),
      ]}
      from={{ reach: '', at: '' }}
      onClose={props.onClose}
      onSubmit={async ({ reach, at = '' }) => {
        const since =
          reach === 'moment'
            ? new Date(at).toISOString()
            : reach && hoursFrom(live.now(), -Number(reach));
        setDone(await rekindle.connections.undo(props.connection.id, since || undefined));
        void live.refresh(connections);
      }}
    />
  );
}

function Account({ of: done, onClose }: { of: Undone; onClose: () => void }) {
  const words = t().connections;
  const counts = PARTS.filter((part) => done[part]);
  return (
    <Notice title={words.undone} onClose={onClose}>
      <ul class="rows compact">
        {counts.map((part) => (
          <li key={part}>{words.takenBack[part](done[part])}</li>
        ))}
        {!counts.length && <li>{words.nothingUndone}</li>}
      </ul>
      {!done.complete && <p class="banner">{words.incomplete}</p>}
    </Notice>
  );
}

/** Taking back what an assistant or program wrote. */
import { useState } from 'preact/hooks';
import type { Connection, Undone } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { connections } from '../../live/topics';
import { hoursFrom } from '../../logic/access';
import { t } from '../../strings';
import { namesOf } from '../../logic/choices';
import { FormDialog, Notice } from '../../ui/dialog';
import type { FieldOf } from '../../ui/fields';

/** How far back: hours, everything, or since a moment. */
const REACHES = ['', '1', '24', '168', 'moment'] as const;
const PARTS = ['messages', 'notes', 'sessions', 'facts', 'preferences', 'habits'] as const;

export function UndoForm(props: { connection: Connection; onClose: () => void }) {
  const words = t().connections;
  const [done, setDone] = useState<Undone | null>(null);
  if (done) return <Account of={done} onClose={props.onClose} />;

  const moment: FieldOf = {
    name: 'moment',
    label: words.since,
    type: 'datetime-local',
    required: true,
  };
  return (
    <FormDialog
      title={words.undoTitle(props.connection.name)}
      hint={words.undoText}
      submit={words.undoSubmit}
      danger
      goesOn
      fields={({ reach }) => [
        { name: 'reach', label: words.reach, options: namesOf(REACHES, words.reaches) },
        ...(reach === 'moment' ? [moment] : []),
      ]}
      from={{ reach: '', moment: '' }}
      onClose={props.onClose}
      onSubmit={async ({ reach, moment = '' }) => {
        const since =
          reach === 'moment'
            ? new Date(moment).toISOString()
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

/** Taking back what an assistant or program wrote. */
import { useState } from 'preact/hooks';
import type { Connection, Undone } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { connections } from '../../live/topics';
import { hoursFrom } from '../../logic/access';
import { t } from '../../strings';
import { DialogBody, FormDialog, Modal } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/parts';

const REACHES = ['', '1', '24', '168', 'moment'] as const;
/** How far back: hours, everything, or since a moment. */
type Reach = (typeof REACHES)[number];
const PARTS = ['messages', 'notes', 'sessions', 'facts', 'preferences', 'habits'] as const;

export function UndoForm(props: { connection: Connection; onClose: () => void }) {
  const words = t().connections;
  const [reach, setReach] = useState<Reach>('');
  const [moment, setMoment] = useState('');
  const [done, setDone] = useState<Undone | null>(null);
  if (done) return <Account of={done} onClose={props.onClose} />;

  const since =
    reach === 'moment'
      ? moment && new Date(moment).toISOString()
      : reach && hoursFrom(live.now(), -Number(reach));
  return (
    <FormDialog
      title={words.undoTitle(props.connection.name)}
      hint={words.undoText}
      submit={words.undoSubmit}
      danger
      disabled={reach === 'moment' && !moment}
      goesOn
      onClose={props.onClose}
      onSubmit={async () => {
        setDone(await rekindle.connections.undo(props.connection.id, since || undefined));
        void live.refresh(connections);
      }}
    >
      <SelectField<Reach>
        label={words.reach}
        value={reach}
        options={REACHES.map((one) => [one, words.reaches[one]] as const)}
        onValue={setReach}
      />
      {reach === 'moment' && (
        <TextField
          label={words.since}
          type="datetime-local"
          value={moment}
          onValue={setMoment}
          required
        />
      )}
    </FormDialog>
  );
}

function Account({ of: done, onClose }: { of: Undone; onClose: () => void }) {
  const words = t().connections;
  const counts = PARTS.filter((part) => done[part]).map((part) =>
    words.takenBack[part](done[part]),
  );
  return (
    <Modal title={words.undone} onClose={onClose}>
      <DialogBody role="status" onClose={onClose}>
        {counts.length ? (
          <ul class="rows compact">
            {counts.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>{words.nothingUndone}</p>
        )}
        {!done.complete && <p class="banner">{words.incomplete}</p>}
      </DialogBody>
    </Modal>
  );
}

/** Making an access key, and showing it the one time. */
import { Copy } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Scope } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { connections } from '../../live/topics';
import { SCOPES } from '../../logic/choices';
import { hoursFrom } from '../../logic/access';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button } from '../../ui/controls';
import { DialogBody, FormDialog, Modal } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/parts';
import { ScopeChoice } from './scopes';

const LASTING = ['30', '90', '365', ''] as const;
type Days = (typeof LASTING)[number];

export function KeyForm({ onClose }: { onClose: () => void }) {
  const words = t().connections;
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>(['read']);
  const [days, setDays] = useState<Days>('90');
  const [key, setKey] = useState('');
  if (key) return <NewKey value={key} onClose={onClose} />;
  return (
    <FormDialog
      title={words.make}
      hint={words.makeText}
      submit={words.makeSubmit}
      disabled={!scopes.length}
      goesOn
      onClose={onClose}
      onSubmit={async () => {
        const ends = days && { expiresAt: hoursFrom(live.now(), Number(days) * 24) };
        const made = { name: name.trim(), scopes, ...(ends || {}) };
        setKey((await rekindle.connections.create(made)).key ?? '');
        void live.refresh(connections);
      }}
    >
      <TextField
        label={words.name}
        value={name}
        onValue={setName}
        maxLength={200}
        autoComplete="off"
        required
      />
      <ScopeChoice title={t().access.may} offered={SCOPES} chosen={scopes} onChange={setScopes} />
      <SelectField<Days>
        label={words.lasts}
        value={days}
        options={LASTING.map((one) => [one, words.lasting[one]] as const)}
        onValue={setDays}
      />
    </FormDialog>
  );
}

function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  const words = t().connections;
  const [said, setSaid] = useState('');
  // Said in the dialog: messages of the page are out of reach while it is open.
  const copy = async () => {
    const went = await act(() => navigator.clipboard.writeText(value), undefined, setSaid);
    if (went) setSaid(t().context.copied);
  };
  return (
    <Modal title={words.make} keep onClose={onClose}>
      <DialogBody
        onClose={onClose}
        actions={
          <Button look="primary" icon={Copy} onClick={() => void copy()}>
            {t().context.copy}
          </Button>
        }
      >
        <p class="banner">{words.keyText}</p>
        {/* To be selected by hand where the clipboard is closed to pages. */}
        <TextField
          label={words.kinds.key}
          value={value}
          onValue={() => undefined}
          class="key"
          readOnly
        />
        <p class="muted small">{words.keyUse}</p>
        <p role="status">{said}</p>
      </DialogBody>
    </Modal>
  );
}

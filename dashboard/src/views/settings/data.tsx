/** Taking everything along, and erasing it. */
import { Download, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';

import { rekindle, unasked } from '../../live/rekindle';
import { t } from '../../strings';
import { say } from '../../ui/act';
import { Button } from '../../ui/controls';
import { FormDialog } from '../../ui/dialog';
import { TextField } from '../../ui/parts';
import { exportEverything, UNHURRIED } from './export';

export function Export() {
  const words = t().data;
  const [busy, setBusy] = useState(false);
  async function run() {
    if (busy) return;
    setBusy(true);
    await exportEverything();
    setBusy(false);
  }
  return (
    <div class="card stack">
      <h3>{words.exportTitle}</h3>
      <p class="muted">{words.exportText}</p>
      {/* Disabled, it would lose the focus. */}
      <Button look="primary" icon={Download} aria-disabled={busy} onClick={() => void run()}>
        {busy ? words.exporting : words.exportAction}
      </Button>
    </div>
  );
}

export function Erase() {
  const words = t().data;
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const close = () => {
    setAsking(false);
    setTyped('');
  };
  async function run() {
    await unasked(() => rekindle.account.erase(UNHURRIED));
    say(words.erased);
  }
  return (
    <div class="card danger stack">
      <h3>{words.eraseTitle}</h3>
      <p class="muted">{words.eraseText}</p>
      <Button look="danger" icon={Trash2} onClick={() => setAsking(true)}>
        {words.eraseAction}
      </Button>
      {asking && (
        <FormDialog
          title={words.eraseDialog}
          hint={words.eraseText}
          submit={words.eraseConfirm}
          danger
          disabled={typed.trim().toLowerCase() !== words.eraseWord}
          onClose={close}
          onSubmit={run}
        >
          <TextField
            label={words.eraseType(words.eraseWord)}
            value={typed}
            onValue={setTyped}
            autoComplete="off"
          />
        </FormDialog>
      )}
    </div>
  );
}

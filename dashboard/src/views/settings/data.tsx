/** Taking everything along, and erasing it. */
import { Download, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';

import { rekindle, unasked } from '../../live/rekindle';
import { t } from '../../strings';
import { say } from '../../ui/act';
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
    <div class="zone">
      <h3>{words.exportTitle}</h3>
      <p class="muted">{words.exportText}</p>
      {/* Disabled, it would lose the focus. */}
      <button type="button" class="button primary" aria-disabled={busy} onClick={() => void run()}>
        <Download size={16} aria-hidden="true" /> {busy ? words.exporting : words.exportAction}
      </button>
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
    const deleted = await unasked(() => rekindle.account.erase(UNHURRIED));
    say(words.erased(Object.values(deleted).reduce((sum, count) => sum + count, 0)));
  }
  return (
    <div class="zone danger-zone">
      <h3>{words.eraseTitle}</h3>
      <p class="muted">{words.eraseText}</p>
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        <Trash2 size={16} aria-hidden="true" /> {words.eraseAction}
      </button>
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

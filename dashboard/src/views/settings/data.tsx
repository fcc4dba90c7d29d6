/** Taking everything along, and erasing it. */
import { Download, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';

import { rekindle, unasked } from '../../live/rekindle';
import { t } from '../../strings';
import { Button } from '../../ui/controls';
import { Asks } from '../../ui/dialog';
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
  return (
    <div class="card danger stack">
      <h3>{words.eraseTitle}</h3>
      <p class="muted">{words.eraseText}</p>
      <Asks
        button={{ look: 'danger', icon: Trash2, children: words.eraseAction }}
        title={words.eraseDialog}
        hint={words.eraseText}
        submit={words.eraseConfirm}
        danger
        done={words.erased}
        fields={() => [{ name: 'word', label: words.eraseType(words.eraseWord) }]}
        isReady={({ word = '' }) => word.trim().toLowerCase() === words.eraseWord}
        onSubmit={() => unasked(() => rekindle.account.erase(UNHURRIED))}
      />
    </div>
  );
}

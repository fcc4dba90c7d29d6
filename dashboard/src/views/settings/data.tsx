/** Taking everything along, and erasing it. */
import { Download, Trash2 } from 'lucide-preact';

import { live, rekindle, unasked } from '../../live/rekindle';
import { t } from '../../strings';
import { act, useSubmit } from '../../ui/act';
import { Button } from '../../ui/parts';
import { Asks } from '../../ui/dialog';

/** All of somebody's data may take the server a while. */
export const UNHURRIED = { timeout: 10 * 60_000 };

export const exportEverything = (): Promise<boolean> =>
  act(async () => {
    const text = JSON.stringify(await rekindle.account.export(UNHURRIED), null, 1);
    offer(text, `rekindle-${live.now().toISOString().slice(0, 10)}.json`);
  }, t().data.exported);

/** Has the browser save a file. */
function offer(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export function Export() {
  const words = t().data;
  const { busy, submit } = useSubmit(exportEverything);
  return (
    <div class="card stack">
      <h3>{words.exportTitle}</h3>
      <p class="muted">{words.exportText}</p>
      {/* Disabled, it would lose the focus. */}
      <Button
        look="primary"
        icon={Download}
        aria-disabled={busy}
        onClick={() => busy || void submit()}
      >
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

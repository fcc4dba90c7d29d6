/** Saves all of the user's data as a file. */
import { live, rekindle } from '../../live/rekindle';
import { t } from '../../strings';
import { act } from '../../ui/act';

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

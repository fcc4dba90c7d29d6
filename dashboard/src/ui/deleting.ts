/** Deletions that can be taken back: they are held for some seconds, and done when the page is left. */
import { signal } from '@preact/signals';

import { t } from '../strings';
import { act, dismiss, say } from './act';

const HELD = 8000;

/** What is hidden, because it is about to be deleted. */
export const hidden = signal<ReadonlySet<string>>(new Set());
const waiting = new Set<(isLeaving: boolean) => void>();

/** Hides items at once, and deletes them unless the user takes it back. */
export function deleteSoon(ids: readonly string[], remove: (id: string) => Promise<unknown>): void {
  hidden.value = new Set([...hidden.value, ...ids]);
  const show = () => {
    hidden.value = new Set([...hidden.value].filter((id) => !ids.includes(id)));
  };
  const end = () => {
    window.clearTimeout(timer);
    waiting.delete(finish);
    dismiss(toast);
  };
  const finish = (isLeaving = false) => {
    end();
    // A page that is left sends nothing more once it is gone, so all must go out at once.
    const work = () => (isLeaving ? Promise.all(ids.map(remove)) : eachOf(ids, remove));
    void act(work).then((done) => done || show());
  };
  const undo = () => {
    end();
    show();
  };
  const toast = say(t().common.deleted(ids.length), 'done', {
    label: t().common.undo,
    run: undo,
    lasts: HELD,
  });
  const timer = window.setTimeout(finish, HELD);
  waiting.add(finish);
}

async function eachOf(ids: readonly string[], remove: (id: string) => Promise<unknown>) {
  // One after the other: each is a transaction on the same document.
  for (const id of ids) await remove(id);
}

window.addEventListener('pagehide', () => waiting.forEach((finish) => finish(true)));

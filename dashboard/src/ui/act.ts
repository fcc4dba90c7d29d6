/** Doing something on the user's behalf, and telling how it went. */
import { signal } from '@preact/signals';

import { ApiError, Unreachable } from '../api/client';
import { askNow } from '../live/changes';
import { t } from '../strings';

export interface Toast {
  key: number;
  text: string;
  kind: 'done' | 'failed';
}

export const toasts = signal<Toast[]>([]);
let keys = 0;

export function say(text: string, kind: Toast['kind'] = 'done'): void {
  const key = ++keys;
  toasts.value = [...toasts.value, { key, text, kind }];
  window.setTimeout(() => dismiss(key), kind === 'done' ? 4000 : 9000);
}

export function dismiss(key: number): void {
  toasts.value = toasts.value.filter((toast) => toast.key !== key);
}

/** An error in the user's words: ours where we know the reason, else the server's. */
export function inWordsOf(error: unknown): string {
  if (error instanceof Unreachable) return t().errors['unreachable'] ?? '';
  if (error instanceof ApiError) return t().errors[error.reason] ?? error.message;
  return t().errors['unknown'] ?? '';
}

/**
 * Runs it; whether it went well. What failed is said, and never lost in the console.
 *
 * @param failed who tells of a failure, if it is not to be told at the edge of the page.
 */
export async function act(
  work: () => Promise<unknown>,
  done?: string,
  failed = (text: string) => say(text, 'failed'),
): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    failed(inWordsOf(error));
    return false;
  }
  if (done) say(done);
  askNow();
  return true;
}

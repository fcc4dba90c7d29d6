/** Runs the user's actions and shows their outcome. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { ApiError, Unreachable } from 'rekindle-client';

import { live, rekindle } from '../live/rekindle';
import { t } from '../strings';

export interface Toast {
  key: number;
  text: string;
  kind: 'done' | 'failed';
  /** What it offers, and for how many milliseconds. */
  action?: { label: string; run: () => void; lasts: number } | undefined;
}

export const toasts = signal<Toast[]>([]);
let keys = 0;

/** Shows a message; returns the key by which it can be dismissed. */
export function say(text: string, kind: Toast['kind'] = 'done', action?: Toast['action']): number {
  const key = ++keys;
  toasts.value = [...toasts.value, { key, text, kind, action }];
  window.setTimeout(() => dismiss(key), action?.lasts ?? (kind === 'done' ? 4000 : 9000));
  return key;
}

export function dismiss(key: number): void {
  toasts.value = toasts.value.filter((toast) => toast.key !== key);
}

/** What kind of failure this is, as far as it matters to the user. */
export function kindOf(error: unknown): 'offline' | 'unreachable' | 'failing' | 'refused' {
  if (error instanceof Unreachable) return navigator.onLine ? 'unreachable' : 'offline';
  if (error instanceof ApiError) return error.code >= 500 ? 'failing' : 'refused';
  return 'failing';
}

/** An error for the user: in our words if we know the reason, otherwise in the server's. */
export function inWordsOf(error: unknown): string {
  const words = t().errors;
  const kind = kindOf(error);
  if (kind === 'offline' || kind === 'unreachable') return words[kind] ?? '';
  if (!(error instanceof ApiError)) return words['unknown'] ?? '';
  const known = words[error.reason];
  if (known) return known;
  if (kind === 'refused') return error.message;
  // The server's own words are for its operators, who find them by the reference.
  return [words['failing'], error.requestId && t().reference(error.requestId)]
    .filter(Boolean)
    .join(' ');
}

/**
 * Runs an action; returns whether it succeeded. Failures are shown, never lost in the console.
 *
 * @param failed shows a failure in place of the toast.
 */
export async function act(
  work: () => Promise<unknown>,
  done?: string,
  failed: (text: string) => unknown = (text) => say(text, 'failed'),
): Promise<boolean> {
  try {
    await work();
  } catch (error) {
    failed(inWordsOf(error));
    return false;
  }
  if (done) say(done);
  void live.check();
  return true;
}

/** What a form does when it is sent: whether it is under way, why it failed, and what sends it. */
export function useSubmit(work: () => Promise<unknown>, done?: string, then?: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (event?: Event) => {
    event?.preventDefault();
    setBusy(true);
    setProblem('');
    const went = await act(work, done, setProblem);
    setBusy(false);
    if (went) then?.();
  };
  return { busy, problem, submit };
}

const USUAL_INTERVAL = 10;

/** Turns learning off if it is on, or else on. An interval of 0 keeps it off, so that changes, too. */
export const turnLearning = (isOn: boolean, interval: number | undefined) =>
  act(
    () =>
      rekindle.account.set({
        learningEnabled: !isOn,
        ...(!isOn && !interval && { userMemoryAnalysisInterval: USUAL_INTERVAL }),
      }),
    isOn ? t().learning.pausedDone : t().learning.resumedDone,
  );

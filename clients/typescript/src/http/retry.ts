/** When a failed request is sent again, and after how long. */
import { ApiError, Unreachable } from './errors.js';

const FIRST_WAIT = 500;
const LONGEST_WAIT = 20_000;
/** A server that asks for more than this is left alone; the caller hears of it. */
const MOST_PATIENCE = 60_000;

/** Statuses after which nothing is known to have happened. */
const REFUSED = new Set([429, 503]);
/** Statuses after which the request may have had its effect. */
const UNCERTAIN = new Set([408, 502, 504]);

/**
 * How many milliseconds to wait before the request is sent again; null if that does not help.
 *
 * The wait is random, so that clients that failed together do not come back together.
 *
 * @param error why the request failed
 * @param failures how often it has failed so far, at least 1
 * @param repeatable whether it may take effect twice
 * @param random a number from 0 to 1
 */
export function waitBefore(
  error: unknown,
  failures: number,
  repeatable: boolean,
  random: number,
): number | null {
  if (!mayHelp(error, repeatable)) return null;
  const backoff = random * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
  const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
  return asked > MOST_PATIENCE ? null : asked + backoff;
}

function mayHelp(error: unknown, repeatable: boolean): boolean {
  if (error instanceof Unreachable) return repeatable;
  if (!(error instanceof ApiError) || error.reason === 'QUOTA_EXCEEDED') return false;
  return REFUSED.has(error.code) || (repeatable && UNCERTAIN.has(error.code));
}

/** Waits, unless the signal ends it. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** What the caller aborted with. Some platforms keep no reason. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  if (reason instanceof Error) return reason;
  const error = new Error('The request was aborted.');
  error.name = 'AbortError';
  return error;
}

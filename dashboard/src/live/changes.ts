/**
 * Keeps the page up to date: polls every second for changes, and reloads what is shown of them. While
 * nothing changes the answer is an empty 304. A hidden page does not poll, and a page that has not
 * been touched for a while polls rarely.
 */
import { effect, signal, untracked } from '@preact/signals';

import { getChanges } from '../api/calls';
import { ApiError, Unreachable } from '../api/client';
import { PARTS, type Part } from '../api/types';
import { identity, sessionEnded } from '../auth/session';
import { forgetAll, invalidate, readAgain } from './resource';

const EVERY = 1000;
const WHILE_FAILING = 3000;
const WHILE_UNTOUCHED = 15_000;
const UNTOUCHED_AFTER = 10 * 60_000;
const LATEST_ANSWER = 20_000;
const FAILED_READS_EVERY = 15_000;

export type Connection = 'starting' | 'live' | 'offline';
export const connection = signal<Connection>('starting');
/** How far the server's clock is ahead of this machine's, in milliseconds. */
const ahead = signal(0);
/** Whether a view shows sessions, whose stamp costs an extra read. */
export const watchSessions = signal(false);

/** Increases when the user changes: answers to requests from before are then dropped. */
let turn = 0;
let tag: string | null = null;
let stamps: Partial<Record<Part, string>> = {};
let timer: number | undefined;
let asking = false;
/** Whether views may have read already, so that the next answer can show changes since. */
let reading = false;
let lastTouch = Date.now();
let lastReadAgain = Date.now();

/** The server's time. */
export function serverNow(): Date {
  return new Date(Date.now() + ahead.value);
}

/** Asks at once, for example after a change made here. */
export function askNow(): void {
  window.clearTimeout(timer);
  void ask();
}

async function ask(): Promise<void> {
  if (!identity.value || document.hidden || asking) return;
  const asked = turn;
  asking = true;
  // A lost connection may never report an error.
  const waiting = new AbortController();
  const late = window.setTimeout(() => waiting.abort(new Unreachable()), LATEST_ANSWER);
  try {
    const answer = await getChanges(tag, watchSessions.value, waiting.signal);
    if (asked !== turn) return;
    if (answer) {
      ahead.value = new Date(answer.changes.now).getTime() - Date.now();
      const known = stamps;
      stamps = answer.changes.stamps;
      const moved = reading ? PARTS.filter((part) => stamps[part] !== known[part]) : [];
      tag = answer.tag;
      if (moved.length) invalidate(moved);
    }
    if (connection.value === 'offline' || Date.now() - lastReadAgain > FAILED_READS_EVERY) {
      lastReadAgain = Date.now();
      readAgain();
    }
    connection.value = 'live';
  } catch (error) {
    if (asked !== turn) return;
    if (error instanceof ApiError && error.code === 401) sessionEnded();
    else if (error instanceof Unreachable || error instanceof ApiError) {
      connection.value = 'offline';
    } else throw error;
  } finally {
    window.clearTimeout(late);
    if (asked === turn) {
      reading = true;
      asking = false;
      plan();
    }
  }
}

function plan(): void {
  window.clearTimeout(timer);
  if (!identity.value || document.hidden) return;
  const untouched = Date.now() - lastTouch > UNTOUCHED_AFTER;
  const failing = connection.value === 'offline';
  const wait = untouched ? WHILE_UNTOUCHED : failing ? WHILE_FAILING : EVERY;
  timer = window.setTimeout(() => void ask(), wait);
}

function touched(): void {
  const wasLong = Date.now() - lastTouch > UNTOUCHED_AFTER;
  lastTouch = Date.now();
  if (wasLong) askNow();
}

/** Polls while somebody is signed in. */
export function keepUpToDate(): void {
  effect(() => {
    const who = identity.value;
    // Untracked, so that no other signal read here restarts the effect.
    untracked(() => {
      turn += 1;
      asking = false;
      tag = null;
      stamps = {};
      // On a hidden page, views read without waiting for a first answer.
      reading = document.hidden;
      connection.value = 'starting';
      // Views read only after the first answer, so no change in between is missed.
      forgetAll(who ? ask() : Promise.resolve());
    });
  });
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) askNow();
  });
  window.addEventListener('online', askNow);
  window.addEventListener('offline', () => {
    connection.value = 'offline';
  });
  for (const event of ['pointerdown', 'keydown', 'wheel']) {
    window.addEventListener(event, touched, { passive: true });
  }
}

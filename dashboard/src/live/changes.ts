/**
 * Keeps the page up to date: asks every second whether anything moved, and has what is shown of it
 * read again. While nothing moves the answer is an empty 304. A page that nobody sees, or that
 * nobody has touched for long, does not ask, or asks seldom.
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
/** How far the server's time is ahead of this machine's, in milliseconds. */
const ahead = signal(0);
/** Whether a view shows sessions, whose stamp costs a read more. */
export const watchSessions = signal(false);

/** Goes up when somebody else signs in: an answer to a question asked before is nobody's. */
let turn = 0;
let tag: string | null = null;
let stamps: Partial<Record<Part, string>> = {};
let timer: number | undefined;
let asking = false;
/** Whether views read already, so that whatever the next answer tells may have moved since. */
let reading = false;
let lastTouch = Date.now();
let lastReadAgain = Date.now();

/** The time as the server has it. */
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
  // A connection that went away may never say so.
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

/** Starts asking once somebody is signed in, and stops when they leave. */
export function keepUpToDate(): void {
  effect(() => {
    const who = identity.value;
    // Nothing else that is looked at here may start all of it anew.
    untracked(() => {
      turn += 1;
      asking = false;
      tag = null;
      stamps = {};
      // Where nobody looks, nobody asks.
      reading = document.hidden;
      connection.value = 'starting';
      // Nothing is read before the first answer, so no change can fall between the two.
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

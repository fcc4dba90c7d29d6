/**
 * Keeps the page up to date: asks every second whether anything moved, and has what is shown of it
 * read again. While nothing moves the answer is an empty 304. A page that nobody sees, or that
 * nobody has touched for long, does not ask, or asks seldom.
 */
import { effect, signal } from '@preact/signals';

import { getChanges } from '../api/calls';
import { ApiError, Unreachable } from '../api/client';
import { PARTS, type Part } from '../api/types';
import { identity, sessionEnded } from '../auth/session';
import { forgetAll, invalidate } from './resource';

const EVERY = 1000;
const WHILE_FAILING = 3000;
const WHILE_UNTOUCHED = 15_000;
const UNTOUCHED_AFTER = 10 * 60_000;

export type Connection = 'starting' | 'live' | 'offline';
export const connection = signal<Connection>('starting');
/** How far the server's time is ahead of this machine's, in milliseconds. */
const ahead = signal(0);
/** Whether a view shows sessions, whose stamp costs a read more. */
export const watchSessions = signal(false);

let tag: string | null = null;
let stamps: Partial<Record<Part, string>> = {};
let timer: number | undefined;
let asking = false;
let lastTouch = Date.now();

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
  const who = identity.value;
  if (!who || document.hidden || asking) return;
  asking = true;
  try {
    const answer = await getChanges(tag, watchSessions.value);
    if (identity.value !== who) return;
    connection.value = 'live';
    if (answer) {
      ahead.value = new Date(answer.changes.now).getTime() - Date.now();
      const known = stamps;
      stamps = answer.changes.stamps;
      const moved = tag ? PARTS.filter((part) => stamps[part] !== known[part]) : [];
      tag = answer.tag;
      if (moved.length) invalidate(moved);
    }
  } catch (error) {
    if (error instanceof ApiError && error.code === 401) sessionEnded();
    else if (error instanceof Unreachable || error instanceof ApiError) {
      connection.value = 'offline';
    } else throw error;
  } finally {
    asking = false;
    plan();
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
    tag = null;
    stamps = {};
    connection.value = 'starting';
    // Nothing is read before the first answer, so no change can fall between the two.
    forgetAll(who ? ask() : Promise.resolve());
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

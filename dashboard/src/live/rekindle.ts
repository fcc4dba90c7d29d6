/** The client of whoever is signed in, and what it keeps up to date. */
import { effect, signal, untracked } from '@preact/signals';
import { Rekindle, SignedOut } from 'rekindle-client';
import {
  anyOf,
  connectionTopic,
  everySoOften,
  Live,
  type Signal,
  type Topic,
  type Watched,
} from 'rekindle-client/live';
import { useCallback, useMemo, useSyncExternalStore } from 'preact/compat';

import { identity, sessionEnded } from '../auth/session';

const EVERY = 1000;
const WHILE_UNTOUCHED = 15_000;
const UNTOUCHED_AFTER = 10 * 60_000;

export const rekindle = new Rekindle({
  url: location.origin,
  token: ({ refresh }) => {
    if (!identity.value) throw new SignedOut('Nobody is signed in.');
    return identity.value.token(refresh);
  },
  onSignedOut: sessionEnded,
  // What was deleted is deleted, even if the page closes at that moment.
  fetch: (input, init) => fetch(input, { ...init, keepalive: init?.method === 'DELETE' }),
  // The page says what has failed, and the user decides whether to try again.
  retries: 0,
});

/** Whether what is shown is up to date; `failed` says in `setback` why not. */
export const connection = signal<'starting' | 'live' | 'failed'>('starting');
export const setback = signal<unknown>(undefined);

let lastTouch = Date.now();
const isUntouched = () => Date.now() - lastTouch > UNTOUCHED_AFTER;

/** While nothing changes the answer is an empty 304; an untouched page asks rarely. */
const polling = everySoOften(() => (isUntouched() ? WHILE_UNTOUCHED : EVERY));

const touching: Signal = (changed) => {
  const touched = () => {
    const wasLong = isUntouched();
    lastTouch = Date.now();
    if (wasLong) void changed();
  };
  const ended = new AbortController();
  const options = { passive: true, signal: ended.signal };
  for (const event of ['pointerdown', 'keydown', 'wheel']) {
    window.addEventListener(event, touched, options);
  }
  return () => ended.abort();
};

let isErasing = false;

/** While everything is being erased, every question is refused. */
const unlessErasing =
  (signal: Signal): Signal =>
  (changed) =>
    signal(() => (isErasing ? Promise.resolve() : changed()));

export const live = new Live({ rekindle, signal: unlessErasing(anyOf(polling, touching)) });

/** Does work during which nothing is asked for. */
export async function unasked<T>(work: () => Promise<T>): Promise<T> {
  isErasing = true;
  try {
    return await work();
  } finally {
    isErasing = false;
  }
}

/** What is known of a topic; renders again when that changes. */
export function useTopic<T>(topic: Topic<T>): Watched<T> {
  // A topic that is made while rendering is the same as long as its key is.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const same = useMemo(() => topic, [topic.key]);
  const watch = useCallback((changed: () => void) => live.watch(same, changed), [same]);
  return useSyncExternalStore(watch, () => live.get(same));
}

/** Keeps what is shown up to date while somebody is signed in, and forgets it when they leave. */
export function keepUpToDate(): void {
  effect(() => {
    const who = identity.value;
    untracked(() => {
      void live.clear();
      connection.value = 'starting';
      if (who) live.watch(connectionTopic, followConnection);
    });
  });
}

function followConnection(): void {
  const { fresh, error } = live.get(connectionTopic);
  if (fresh) connection.value = 'live';
  else if (error !== undefined) {
    setback.value = error;
    connection.value = 'failed';
  }
}

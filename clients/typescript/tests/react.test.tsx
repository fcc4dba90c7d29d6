// @vitest-environment happy-dom
/** The hooks, in a page. */
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';

import { Rekindle } from '../src/index.js';
import { Live } from '../src/live/index.js';
import { memoryStore, OfflineQueue } from '../src/offline/index.js';
import { RekindleProvider, useNotes, useProfile, useQueue, useRecord } from '../src/react/index.js';

/** A Rekindle in memory, behind `fetch`. */
function server() {
  const state = { name: 'Ada', recorded: [] as string[] };
  const answer = (path: string, body: string): unknown => {
    if (path === '/v1/changes') return { stamps: { profile: state.name } };
    if (path === '/v1/profile') return { profile: { about: { name: state.name } } };
    if (path === '/v1/memory') return { entries: [], usage: {} };
    const { prompts } = JSON.parse(body) as { prompts: { id: string; content: string }[] };
    state.recorded.push(...prompts.map(({ content }) => content));
    return { prompts: prompts.map(({ id }) => ({ id, status: 'recorded' })) };
  };
  const fetch = (url: string, init: RequestInit) => {
    const told = answer(new URL(url).pathname, init.body as string);
    return Promise.resolve(Response.json(told, { headers: { ETag: `"${state.name}"` } }));
  };
  return { state, fetch: fetch as typeof globalThis.fetch };
}

function Page() {
  const profile = useProfile();
  const notes = useNotes('archive');
  const { waiting } = useQueue();
  const record = useRecord();
  return (
    <button onClick={() => void record('I like tea.')}>
      {profile.data?.about.name ?? 'nobody'} {notes.data?.entries.length ?? '?'} {waiting}
    </button>
  );
}

function shown() {
  const { state, fetch } = server();
  const rekindle = new Rekindle({ url: 'http://rekindle.test', token: 'token', fetch });
  let changed = () => Promise.resolve();
  let listening = 0;
  const live = new Live({
    rekindle,
    signal: (call) => {
      changed = call;
      listening += 1;
      return () => (listening -= 1);
    },
  });
  const queue = new OfflineQueue({ rekindle, store: memoryStore() });
  const place = document.createElement('div');
  const root = createRoot(place);
  root.render(
    <RekindleProvider rekindle={rekindle} live={live} queue={queue}>
      <Page />
    </RekindleProvider>,
  );
  onTestFinished(() => {
    live.close();
    queue.close();
  });
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve));
  };
  const listeners = () => listening;
  return { state, place, root, until, listeners, changed: () => changed() };
}

test('a page shows what is known, and what changes', async () => {
  const { state, place, until, changed } = shown();
  await until(() => place.textContent === 'Ada 0 0');
  state.name = 'Grace';
  void changed();
  await until(() => place.textContent === 'Grace 0 0');
});

test('a page records through the queue', async () => {
  const { state, place, until } = shown();
  await until(() => place.textContent === 'Ada 0 0');
  place.querySelector('button')?.click();
  await until(() => state.recorded.length === 1);
  expect(state.recorded).toEqual(['I like tea.']);
});

test('a page that is gone listens to nothing', async () => {
  const { root, until, listeners } = shown();
  await until(() => listeners() === 1);
  root.unmount();
  await until(() => listeners() === 0);
});

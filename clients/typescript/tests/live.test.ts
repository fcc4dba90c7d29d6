/** Live answers: signals, reading again, and what is shown without a connection. */
import { expect, onTestFinished, test } from 'vitest';

import { Rekindle } from '../src/index.js';
import {
  asyncStorageCache,
  connectionTopic,
  Live,
  notesTopic,
  profileTopic,
  settingsTopic,
  statusTopic,
  topic,
  type LiveOptions,
  type Topic,
} from '../src/live/index.js';
import { Phone } from './support/storage.js';
import { refusal, serve } from './support/server.js';

/** A server whose profile and notes have versions. */
async function world(options: Partial<LiveOptions> = {}) {
  const stamps: Record<string, string> = { profile: '1', memory: '1', settings: '1' };
  const state = { away: false, reads: [] as string[] };
  const { url } = await serve(({ path, headers }, cut) => {
    if (state.away) return (cut(), {});
    if (path === '/v1/changes') {
      const tag = `"${JSON.stringify(stamps).length}${Object.values(stamps).join()}"`;
      if (headers['if-none-match'] === tag) return { code: 304, body: '' };
      return { body: { stamps }, headers: { ETag: tag } };
    }
    state.reads.push(path);
    if (path === '/v1/profile')
      return { body: { profile: { version: Number(stamps['profile']) } } };
    if (path === '/v1/memory') return { body: { entries: [{ id: stamps['memory'] }], usage: {} } };
    return refusal(404, 'NOT_FOUND');
  });
  let changed: () => void = () => undefined;
  const signal = (call: () => void) => {
    changed = call;
    return () => (changed = () => undefined);
  };
  const rekindle = new Rekindle({
    url,
    token: 'token',
    pause: () => Promise.resolve(),
    retries: 0,
  });
  const visit = (more: Partial<LiveOptions> = {}) => {
    const live = new Live({ rekindle, signal, ...options, ...more });
    onTestFinished(() => live.close());
    return live;
  };
  return { live: visit(), visit, stamps, state, signal: () => changed() };
}

/** Watches until the condition holds; goes on watching. */
function until<T>(live: Live, topic: Topic<T>, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (holds()) resolve();
    };
    onTestFinished(live.watch(topic, look));
    look();
  });
}

test('what is watched is read, and read again when it changes', async () => {
  const { live, stamps, signal } = await world();
  const version = () => live.get(profileTopic).data?.version;
  await until(live, profileTopic, () => version() === 1);
  expect(live.get(profileTopic)).toMatchObject({ fresh: true });
  stamps['profile'] = '2';
  signal();
  await until(live, profileTopic, () => version() === 2);
});

test('only what changed is read again', async () => {
  const { live, stamps, state } = await world();
  live.watch(profileTopic, () => undefined);
  live.watch(notesTopic(), () => undefined);
  await live.check();
  expect(state.reads.sort()).toEqual(['/v1/memory', '/v1/profile']);
  stamps['memory'] = '2';
  await live.check();
  await live.check();
  expect(state.reads.sort()).toEqual(['/v1/memory', '/v1/memory', '/v1/profile']);
});

test('what changed while nobody watched is read when somebody does', async () => {
  const { live, stamps } = await world();
  live.watch(profileTopic, () => undefined);
  const stop = live.watch(notesTopic(), () => undefined);
  await live.check();
  stop();
  stamps['memory'] = '2';
  await live.check();
  await until(live, notesTopic(), () => live.get(notesTopic()).data?.entries[0]?.id === '2');
});

test('without a connection the last answer stays, and says that it is old', async () => {
  const { live, stamps, state } = await world();
  live.watch(profileTopic, () => undefined);
  await live.check();
  state.away = true;
  await live.check();
  expect(live.get(profileTopic)).toMatchObject({ data: { version: 1 }, fresh: false });
  expect(live.get(profileTopic).error).toBeDefined();
  state.away = false;
  await live.check();
  expect(live.get(profileTopic)).toMatchObject({ data: { version: 1 }, fresh: true });
  expect(live.get(profileTopic).error).toBeUndefined();
  stamps['profile'] = '2';
  await live.check();
  expect(live.get(profileTopic).data?.version).toBe(2);
});

test('the next visit begins with the last answers, until the user signs out', async () => {
  const phone = new Phone();
  const { visit, state } = await world();
  const first = visit({ cache: asyncStorageCache('ada', phone.start()) });
  first.watch(profileTopic, () => undefined);
  await first.check();
  first.close();
  state.away = true;

  const cache = asyncStorageCache('ada', phone.start());
  const second = visit({ cache });
  await until(second, profileTopic, () => second.get(profileTopic).data?.version === 1);
  expect(second.get(profileTopic).fresh).toBe(false);
  await second.clear();
  expect(second.get(profileTopic).data).toBeUndefined();
  expect(await cache.get('profile')).toBeNull();
});

test('one user never sees what another one left', async () => {
  const storage = new Phone().start();
  const { visit, state } = await world();
  const ada = visit({ cache: asyncStorageCache('ada', storage) });
  ada.watch(profileTopic, () => undefined);
  await ada.check();
  state.away = true;
  const bob = visit({ cache: asyncStorageCache('bob', storage) });
  bob.watch(profileTopic, () => undefined);
  await bob.check();
  expect(bob.get(profileTopic).data).toBeUndefined();
});

test('a part that cannot be read does not hold up the others', async () => {
  const { live } = await world();
  live.watch(statusTopic, () => undefined);
  live.watch(profileTopic, () => undefined);
  await live.check();
  expect(live.get(statusTopic).error).toMatchObject({ code: 404 });
  expect(live.get(profileTopic).data?.version).toBe(1);
});

test('the same object is given as long as nothing changes', async () => {
  const { live } = await world();
  live.watch(profileTopic, () => undefined);
  await live.check();
  const before = live.get(profileTopic);
  await live.check();
  expect(live.get(profileTopic)).toBe(before);
  expect(live.get(settingsTopic)).toBe(live.get(settingsTopic));
});

test('a slow read holds up neither the next look nor the other reads', async () => {
  const { live, stamps } = await world();
  let answer: (text: string) => void = () => undefined;
  const slow = topic('slow', ['settings'], () => new Promise<string>((done) => (answer = done)));
  live.watch(slow, () => undefined);
  const version = () => live.get(profileTopic).data?.version;
  await until(live, profileTopic, () => version() === 1);
  stamps['profile'] = '2';
  void live.check();
  await until(live, profileTopic, () => version() === 2);
  expect(live.get(slow).data).toBeUndefined();
  answer('there');
  await until(live, slow, () => live.get(slow).data === 'there');
});

test('a topic is read again when asked, even if nothing has changed', async () => {
  const { live, state } = await world();
  live.watch(profileTopic, () => undefined);
  await live.check();
  await live.refresh(profileTopic);
  expect(state.reads).toEqual(['/v1/profile', '/v1/profile']);
});

test('what is watched once more is not read again if nothing has changed', async () => {
  const { live, state } = await world();
  live.watch(settingsTopic, () => undefined);
  const stop = live.watch(profileTopic, () => undefined);
  await live.check();
  stop();
  live.watch(profileTopic, () => undefined);
  await live.check();
  expect(state.reads.filter((path) => path === '/v1/profile')).toHaveLength(1);
});

test('what was refused rests until something changes', async () => {
  const { live, stamps, state } = await world();
  const refused = () => state.reads.filter((path) => path === '/v1/settings').length;
  live.watch(settingsTopic, () => undefined);
  await live.check();
  await live.check();
  expect(refused()).toBe(1);
  stamps['settings'] = '2';
  await live.check();
  expect(refused()).toBe(2);
});

test('a look that fails is repeated, though the signal stays quiet', async () => {
  const { live, state } = await world();
  live.watch(connectionTopic, () => undefined);
  await live.check();
  state.away = true;
  await live.check();
  expect(live.get(connectionTopic)).toMatchObject({ fresh: false });
  state.away = false;
  await until(live, connectionTopic, () => live.get(connectionTopic).fresh);
});

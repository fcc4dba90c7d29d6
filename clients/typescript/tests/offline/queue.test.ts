/** The queue against a server that goes and comes, and pages that end at any time. */
import { IDBFactory } from 'fake-indexeddb';
import { expect, onTestFinished, test } from 'vitest';

import { Rekindle, SignedOut, type TokenSource } from '../../src/index.js';
import {
  asyncStorageStore,
  indexedDBStore,
  memoryStore,
  OfflineQueue,
  type QueueStore,
} from '../../src/offline/index.js';
import { randomFrom } from '../support/random.js';
import { refusal, serve, type Answer } from '../support/server.js';
import { Phone } from '../support/storage.js';

interface Sent {
  prompts: { id: string; content: string; createdAt: string }[];
}

/** A server that records each ID once, as Rekindle does. */
function recorder() {
  const recorded = new Map<string, string>();
  const times: string[] = [];
  const answer: Answer = ({ body }) => {
    const prompts = (body as Sent).prompts.map(({ id, content, createdAt }) => {
      const status = recorded.has(id) ? 'duplicate' : 'recorded';
      if (status === 'recorded') times.push(createdAt);
      recorded.set(id, recorded.get(id) ?? content);
      return { id, status };
    });
    return { code: 202, body: { prompts } };
  };
  return { answer, times, contents: () => [...recorded.values()] };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function queueOn(
  answer: Answer,
  {
    store = memoryStore(),
    token = 'token',
  }: { store?: QueueStore; token?: TokenSource | string } = {},
) {
  const server = await serve(answer);
  const rekindle = new Rekindle({ url: server.url, token });
  const open = () => {
    const queue = new OfflineQueue({ rekindle, store, pause: turn });
    onTestFinished(() => queue.close());
    return queue;
  };
  return { queue: open(), asked: server.asked };
}

/** Waits until the queue says so. */
function until(queue: OfflineQueue, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return;
      stop();
      resolve();
    };
    const stop = queue.subscribe(look);
    look();
  });
}

test('messages are sent in order, many at a time, and then forgotten', async () => {
  const server = recorder();
  const { queue, asked } = await queueOn(server.answer);
  const said = Array.from({ length: 120 }, (_, index) => `message ${index}`);
  await Promise.all(said.map((text) => queue.record(text)));
  await queue.flush();
  expect(server.contents()).toEqual(said);
  expect(queue.state).toEqual({ waiting: 0, refused: 0, sending: false });
  expect(asked.length).toBeLessThan(20);
  expect([...server.times].sort()).toEqual(server.times);
  expect(new Set(server.times).size).toBe(said.length);
});

test('a request is never larger than the API takes', async () => {
  const server = recorder();
  const { queue, asked } = await queueOn(server.answer);
  const long = 'ü'.repeat(50_000);
  await Promise.all(Array.from({ length: 20 }, () => queue.record(long)));
  await queue.flush();
  expect(server.contents()).toHaveLength(20);
  for (const { body } of asked) {
    expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(1_048_576);
  }
});

test('what is private is neither sent nor kept', async () => {
  const server = recorder();
  const storage = new Phone().start();
  const written: string[] = [];
  const kept: typeof storage = {
    ...storage,
    setItem: (key, value) => {
      written.push(value);
      return storage.setItem(key, value);
    },
  };
  const { queue } = await queueOn(server.answer, { store: asyncStorageStore('ada', kept) });
  const outcome = await queue.record({ content: 'My secret.', private: true });
  await queue.record('Tea. <private>My other secret.</private>');
  await queue.flush();
  expect(outcome).toEqual({ status: 'skipped', reason: 'private' });
  expect(server.contents()).toEqual(['Tea.']);
  expect(written.join()).not.toContain('secret');
});

test('a message that is refused does not hold up the others', async () => {
  const server = recorder();
  const { queue } = await queueOn((asked, cut) => {
    const { prompts } = asked.body as Sent;
    return prompts.some(({ content }) => content.startsWith('bad'))
      ? refusal(400, 'INVALID_ARGUMENT', { reason: 'INVALID_FIELD' })
      : server.answer(asked, cut);
  });
  const said = Array.from(
    { length: 30 },
    (_, index) => `${index % 10 === 3 ? 'bad' : 'good'}${index}`,
  );
  await Promise.all(said.map((text) => queue.record(text)));
  await queue.flush();
  expect(server.contents()).toEqual(said.filter((text) => text.startsWith('good')));
  const refused = await queue.refused();
  expect(refused.map(({ content, reason }) => [content, reason])).toEqual([
    ['bad3', 'INVALID_FIELD'],
    ['bad13', 'INVALID_FIELD'],
    ['bad23', 'INVALID_FIELD'],
  ]);
  await queue.forget(refused.map(({ id }) => id));
  expect(queue.state.refused).toBe(0);
});

test('without a user it waits, and goes on when somebody signs in', async () => {
  const server = recorder();
  let user: string | null = null;
  const token = () => {
    if (user) return user;
    throw new SignedOut('Nobody is signed in.');
  };
  const { queue, asked } = await queueOn(server.answer, { token });
  await queue.record('Tea.');
  await until(queue, () => queue.state.error instanceof SignedOut && queue.state.waiting === 1);
  expect(asked).toHaveLength(0);
  user = 'token';
  await queue.flush();
  expect(server.contents()).toEqual(['Tea.']);
  expect(queue.state.error).toBeUndefined();
});

test('a refused token keeps everything', async () => {
  const { queue } = await queueOn(() => refusal(401, 'UNAUTHENTICATED', { reason: 'BAD_TOKEN' }));
  await queue.record('Tea.');
  await queue.flush();
  expect(queue.state).toMatchObject({ waiting: 1, refused: 0, sending: false });
});

test('it tries again by itself', async () => {
  const server = recorder();
  let failures = 3;
  const { queue } = await queueOn((asked, cut) => {
    failures -= 1;
    return failures < 0 ? server.answer(asked, cut) : refusal(503, 'UNAVAILABLE');
  });
  await queue.record('Tea.');
  await until(queue, () => queue.state.waiting === 0 && !queue.state.sending);
  expect(server.contents()).toEqual(['Tea.']);
});

const BROWSER = () => {
  const browser = new IDBFactory();
  return () => indexedDBStore('ada', browser);
};
const PHONE = () => {
  const phone = new Phone();
  return () => asyncStorageStore('ada', phone.start());
};

test.each([
  ['a browser', BROWSER, 1],
  ['a browser', BROWSER, 2],
  ['a phone', PHONE, 3],
])(
  '500 messages arrive once and in order from %s, whatever fails',
  async (_, device, seed) => {
    const random = randomFrom(seed);
    const server = recorder();
    const troubled: Answer = (asked, cut) => {
      const chance = random();
      if (chance < 0.1) return (cut(), {}); // before anything was recorded
      if (chance < 0.2) return refusal(503, 'UNAVAILABLE', {}, { 'Retry-After': '0' });
      const told = server.answer(asked, cut);
      if (chance < 0.4) cut(); // recorded, but nobody hears of it
      return told;
    };
    const { url } = await serve(troubled);
    const open = device();
    const page = () => {
      const rekindle = new Rekindle({ url, token: 'token' });
      return new OfflineQueue({ rekindle, store: open(), pause: turn });
    };
    let queue = page();
    const said = Array.from({ length: 500 }, (_, index) => `message ${index}`);
    let reloads = 0;
    for (const text of said) {
      await queue.record(text);
      if (random() < 0.05) {
        queue.close(); // in the middle of whatever it was doing
        const ended = Date.now();
        while (Date.now() === ended) await turn(); // a page does not load within a millisecond
        queue = page();
        reloads += 1;
      }
    }
    await queue.flush();
    await until(queue, () => queue.state.waiting === 0 && !queue.state.sending);
    queue.close();
    expect(reloads).toBeGreaterThan(10);
    expect(server.contents()).toEqual(said);
    expect(server.times).toEqual([...new Set(server.times)].sort());
  },
  60_000,
);

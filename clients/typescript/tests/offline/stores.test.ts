/** What every store of the queue does. */
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';

import {
  asyncStorageStore,
  indexedDBStore,
  memoryStore,
  type Queued,
  type QueueStore,
} from '../../src/offline/index.js';
import { Phone } from '../support/storage.js';

/** Opens a store; what it keeps is there again after it is opened anew, unless it is in memory. */
type Open = (user: string) => QueueStore;

const KINDS: Record<string, () => Open> = {
  memory: () => {
    const stores = new Map<string, QueueStore>();
    return (user) => {
      const store = stores.get(user) ?? memoryStore(user);
      stores.set(user, store);
      return store;
    };
  },
  IndexedDB: () => {
    const browser = new IDBFactory();
    return (user) => indexedDBStore(user, browser);
  },
  AsyncStorage: () => {
    const phone = new Phone();
    return (user) => asyncStorageStore(user, phone.start());
  },
};

const prompt = (id: string): Queued => ({ id, content: `It is ${id}.`, createdAt: '2026-01-01' });
const idsOf = (prompts: Queued[]) => prompts.map(({ id }) => id);

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  test('keeps the order of calls that do not wait for each other', async () => {
    const store = kind()('ada');
    const ids = Array.from({ length: 20 }, (_, index) => `p${index}`);
    await Promise.all(ids.map((id) => store.append('waiting', prompt(id))));
    expect(idsOf(await store.oldest('waiting', 100))).toEqual(ids);
    expect(idsOf(await store.oldest('waiting', 3))).toEqual(ids.slice(0, 3));
    expect(await store.count('waiting')).toBe(20);
  });

  test('keeps all of a message', async () => {
    const store = kind()('ada');
    const said: Queued = { ...prompt('p'), role: 'user', sessionId: 's' };
    await store.append('waiting', said);
    expect(await store.oldest('waiting', 1)).toEqual([said]);
  });

  test('adds a message once', async () => {
    const store = kind()('ada');
    await Promise.all([store.append('waiting', prompt('p')), store.append('waiting', prompt('p'))]);
    expect(await store.count('waiting')).toBe(1);
  });

  test('removes what it is told to, and no more', async () => {
    const store = kind()('ada');
    for (const id of ['a', 'b', 'c']) await store.append('waiting', prompt(id));
    await store.remove('waiting', ['a', 'c', 'unknown']);
    expect(idsOf(await store.oldest('waiting', 9))).toEqual(['b']);
    await store.append('waiting', prompt('d'));
    expect(idsOf(await store.oldest('waiting', 9))).toEqual(['b', 'd']);
  });

  test('keeps the lanes apart', async () => {
    const store = kind()('ada');
    await store.append('waiting', prompt('a'));
    await store.append('refused', { ...prompt('b'), reason: 'INVALID_FIELD', message: 'No.' });
    expect(idsOf(await store.oldest('waiting', 9))).toEqual(['a']);
    expect(idsOf(await store.oldest('refused', 9))).toEqual(['b']);
  });

  test('keeps users apart', async () => {
    const open = kind();
    await open('ada').append('waiting', prompt('a'));
    expect(await open('bob').count('waiting')).toBe(0);
  });

  test('has kept everything when it is opened anew', async () => {
    const open = kind();
    const first = open('ada');
    for (let index = 0; index < 12; index += 1) await first.append('waiting', prompt(`p${index}`));
    await first.remove('waiting', ['p0']);
    const second = open('ada');
    await second.append('waiting', prompt('last'));
    const ids = idsOf(await second.oldest('waiting', 99));
    expect(ids).toEqual([...Array.from({ length: 11 }, (_, index) => `p${index + 1}`), 'last']);
  });
});

test('a text that a crash cut short does not stop the others', async () => {
  const phone = new Phone();
  const store = asyncStorageStore('ada', phone.start());
  await store.append('waiting', prompt('a'));
  await store.append('waiting', prompt('b'));
  const [first = ''] = phone.values.keys();
  phone.values.set(first, '{"id": "a", "con');
  expect(idsOf(await asyncStorageStore('ada', phone.start()).oldest('waiting', 9))).toEqual(['b']);
});

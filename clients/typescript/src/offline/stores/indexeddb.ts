import type { Lane, Lanes, QueueStore } from '../store.js';

const VERSION = 1;
const LANES: readonly Lane[] = ['waiting', 'refused'];

/**
 * Keeps messages in the browser, where they survive reloads and crashes.
 *
 * @param user whose messages they are, such as a Firebase uid; each user has a database
 */
export function indexedDBStore(user: string, factory: IDBFactory = indexedDB): QueueStore {
  const name = `rekindle-queue-${user}`;
  let opened: Promise<IDBDatabase> | undefined;

  const database = () => {
    opened ??= open(factory, name, () => (opened = undefined)).catch((error: unknown) => {
      opened = undefined; // the next call tries again
      throw error;
    });
    return opened;
  };

  /** Runs in one transaction, and resolves once that is on disk. */
  const within = async <T>(
    lane: Lane,
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore, done: (value: T) => void) => void,
  ): Promise<T> => {
    const db = await database();
    return new Promise<T>((resolve, reject) => {
      const transaction = db.transaction(lane, mode, { durability: 'strict' });
      let result: T;
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(failureOf(transaction.error));
      act(transaction.objectStore(lane), (value) => (result = value));
    });
  };

  return {
    name,
    append: (lane, prompt) =>
      within<undefined>(lane, 'readwrite', (store) => {
        const known = store.index('id').getKey(prompt.id);
        known.onsuccess = () => {
          if (known.result === undefined) store.add(prompt);
        };
      }),
    oldest: <L extends Lane>(lane: L, limit: number) =>
      within<Lanes[L][]>(lane, 'readonly', (store, done) => {
        const found = store.getAll(undefined, limit);
        found.onsuccess = () => done(found.result as Lanes[L][]);
      }),
    remove: (lane, ids) =>
      within<undefined>(lane, 'readwrite', (store) => {
        for (const id of ids) {
          const key = store.index('id').getKey(id);
          key.onsuccess = () => {
            if (key.result !== undefined) store.delete(key.result);
          };
        }
      }),
    count: (lane) =>
      within<number>(lane, 'readonly', (store, done) => {
        const counted = store.count();
        counted.onsuccess = () => done(counted.result);
      }),
  };
}

function open(factory: IDBFactory, name: string, closed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name, VERSION);
    request.onupgradeneeded = () => {
      for (const lane of LANES) {
        const store = request.result.createObjectStore(lane, { autoIncrement: true });
        store.createIndex('id', 'id', { unique: true });
      }
    };
    request.onerror = () => reject(failureOf(request.error));
    request.onsuccess = () => {
      const db = request.result;
      // Another tab deletes the database or brings a newer version; it must not wait for this one.
      db.onversionchange = () => {
        db.close();
        closed();
      };
      db.onclose = closed;
      resolve(db);
    };
  });
}

const failureOf = (error: DOMException | null) =>
  error ?? new Error('The browser refused to keep the message. Free some space and try again.');

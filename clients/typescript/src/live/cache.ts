/** The last answers, for when there is no connection. */
import type { AsyncStorage } from '../offline/stores/async-storage.js';

/** Keeps texts by keys, one user's in each. */
export interface AnswerCache {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<void>;
  /** Forgets everything, such as when the user signs out. */
  clear(): Promise<void>;
}

/**
 * Keeps answers in React Native's storage.
 *
 * @param user whose answers they are, such as a Firebase uid
 */
export function asyncStorageCache(user: string, storage: AsyncStorage): AnswerCache {
  const prefix = `rekindle-answers-${user}:`;
  return {
    get: (key) => storage.getItem(prefix + key),
    set: async (key, value) => {
      await storage.setItem(prefix + key, value);
    },
    clear: async () => {
      for (const key of await storage.getAllKeys()) {
        if (key.startsWith(prefix)) await storage.removeItem(key);
      }
    },
  };
}

/** Keeps answers in the browser's `localStorage`. */
export function browserCache(user: string, storage: Storage = localStorage): AnswerCache {
  return asyncStorageCache(user, {
    getItem: (key) => Promise.resolve(storage.getItem(key)),
    setItem: (key, value) => {
      storage.setItem(key, value);
      return Promise.resolve();
    },
    removeItem: (key) => {
      storage.removeItem(key);
      return Promise.resolve();
    },
    getAllKeys: () => Promise.resolve(Object.keys(storage)),
  });
}

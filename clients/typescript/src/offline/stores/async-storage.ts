import type { Lane, Lanes, QueueStore } from '../store.js';

/** What is needed of React Native's AsyncStorage, or of any storage of texts by keys. */
export interface AsyncStorage {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<unknown>;
  removeItem(key: string): Promise<unknown>;
  getAllKeys(): Promise<readonly string[]>;
}

interface Kept<P> {
  key: string;
  prompt: P;
}

const DIGITS = 15;

/**
 * Keeps messages in React Native's storage, one key for each, where they survive restarts of the app.
 *
 * @param user whose messages they are, such as a Firebase uid
 */
export function asyncStorageStore(user: string, storage: AsyncStorage): QueueStore {
  const name = `rekindle-queue-${user}`;
  const lanes: { [L in Lane]?: Kept<Lanes[L]>[] } = {};
  let last: Promise<unknown> = Promise.resolve();

  /** One call after the other: the storage promises no order. */
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const result = last.then(act);
    last = result.catch(() => undefined);
    return result;
  };

  const prefixOf = (lane: Lane) => `${name}:${lane}:`;

  /** What is kept, read from the storage once. */
  const laneOf = async <L extends Lane>(lane: L): Promise<Kept<Lanes[L]>[]> => {
    const known: Kept<Lanes[L]>[] | undefined = lanes[lane];
    if (known) return known;
    const keys = (await storage.getAllKeys()).filter((key) => key.startsWith(prefixOf(lane)));
    const kept: Kept<Lanes[L]>[] = [];
    for (const key of [...keys].sort()) {
      const prompt = parsed(await storage.getItem(key));
      if (prompt) kept.push({ key, prompt: prompt as Lanes[L] });
    }
    (lanes as { [K in L]?: Kept<Lanes[L]>[] })[lane] = kept;
    return kept;
  };

  return {
    name,
    append: (lane, prompt) =>
      inTurn(async () => {
        const kept = await laneOf(lane);
        if (kept.some((each) => each.prompt.id === prompt.id)) return;
        const newest = kept.at(-1)?.key.slice(-DIGITS) ?? '0';
        const key = prefixOf(lane) + String(Number(newest) + 1).padStart(DIGITS, '0');
        await storage.setItem(key, JSON.stringify(prompt));
        kept.push({ key, prompt });
      }),
    oldest: (lane, limit) =>
      inTurn(async () => (await laneOf(lane)).slice(0, limit).map(({ prompt }) => prompt)),
    remove: (lane, ids) =>
      inTurn(async () => {
        const gone = new Set(ids);
        const kept = await laneOf(lane);
        for (const each of kept.filter(({ prompt }) => gone.has(prompt.id))) {
          await storage.removeItem(each.key);
          kept.splice(kept.indexOf(each), 1);
        }
      }),
    count: (lane) => inTurn(async () => (await laneOf(lane)).length),
  };
}

/** A text that a crash cut short is none. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

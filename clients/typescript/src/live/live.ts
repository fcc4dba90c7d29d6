import type { Rekindle } from '../rekindle.js';
import type { AnswerCache } from './cache.js';
import { everySoOften, type Signal } from './signals.js';
import type { Part, Topic } from './topics.js';

export interface LiveOptions {
  rekindle: Rekindle;
  /** What tells that something may have changed; without it, `/v1/changes` is asked every 2 s. */
  signal?: Signal;
  /** Keeps the last answers for when there is no connection. */
  cache?: AnswerCache;
}

/** What is known of a topic. */
export interface Watched<T> {
  /** The last answer, even if it could not be read again since. */
  data?: T;
  /** When the answer came, in milliseconds; it may be from an earlier visit. */
  at?: number;
  /** Whether the data is what the API answers now, as far as known. */
  fresh: boolean;
  /** Why the last read failed. */
  error?: unknown;
}

interface Entry {
  topic: Topic<unknown>;
  state: Watched<unknown>;
  listeners: Set<() => void>;
  /** Whether a read is needed that has not ended well. */
  stale: boolean;
  turn: number;
}

const NOTHING: Watched<never> = { fresh: false };

/**
 * Keeps answers up to date. A signal only says that something may have changed; `/v1/changes` says
 * what, and what depends on it is read from the API again: stored documents are not what the API
 * answers, since confidences fade with time.
 */
export class Live {
  private readonly entries = new Map<string, Entry>();
  private stop: (() => void) | undefined;
  private tag: string | null = null;
  private stamps: Partial<Record<Part, string>> | undefined;
  private checking: Promise<void> | undefined;
  private again = false;
  private ended = new AbortController();

  constructor(private readonly options: LiveOptions) {}

  /** Calls the listener whenever what is known of the topic changes; `get` tells what it is. */
  watch<T>(topic: Topic<T>, listener: () => void): () => void {
    const entry = this.entryOf(topic);
    entry.listeners.add(listener);
    if (entry.listeners.size === 1) {
      entry.stale = true;
      void this.remember(entry);
    }
    this.stop ??= (this.options.signal ?? everySoOften())(() => void this.check());
    void this.check();
    return () => {
      entry.listeners.delete(listener);
      if (!this.watched().length) this.pauseListening();
    };
  }

  /** What is known of the topic. The same object as long as nothing changes. */
  get<T>(topic: Topic<T>): Watched<T> {
    return (this.entries.get(topic.key)?.state ?? NOTHING) as Watched<T>;
  }

  /** Looks now whether something has changed, such as after a change made here. Never throws. */
  check(): Promise<void> {
    this.again = true;
    this.checking ??= this.checkUntilQuiet().finally(() => (this.checking = undefined));
    return this.checking;
  }

  /** Forgets everything, on the device too: the user signs out. */
  async clear(): Promise<void> {
    this.close();
    this.ended = new AbortController();
    await this.options.cache?.clear();
  }

  /** Stops listening and reading. */
  close(): void {
    this.pauseListening();
    this.ended.abort();
    for (const entry of this.entries.values()) this.tell(entry, NOTHING);
    this.entries.clear();
  }

  private async checkUntilQuiet(): Promise<void> {
    const { signal } = this.ended;
    while (this.again && this.watched().length && !signal.aborted) {
      this.again = false;
      await this.look(signal).catch((error: unknown) => {
        if (!signal.aborted) this.fail(error);
      });
    }
  }

  private async look(signal: AbortSignal): Promise<void> {
    const sessions = this.watched().some(({ topic }) => topic.parts.includes('sessions'));
    const answer = await this.options.rekindle.changes(this.tag, { sessions, signal, retries: 1 });
    if (answer) {
      const known = this.stamps;
      const stamps: Partial<Record<Part, string>> = answer.changes.stamps;
      for (const entry of this.entries.values()) {
        if (!known || entry.topic.parts.some((part) => known[part] !== stamps[part])) {
          entry.stale = true;
        }
      }
      this.stamps = stamps;
      this.tag = answer.tag;
    }
    await Promise.all(this.watched().map((entry) => this.read(entry, signal)));
  }

  private async read(entry: Entry, signal: AbortSignal): Promise<void> {
    if (!entry.stale) {
      if (!entry.state.fresh) this.tell(entry, confirmed(entry.state));
      return;
    }
    entry.stale = false;
    const turn = ++entry.turn;
    try {
      const data = await entry.topic.read(this.options.rekindle, { signal });
      if (turn !== entry.turn || signal.aborted) return;
      const at = Date.now();
      this.tell(entry, { data, at, fresh: true });
      await this.options.cache?.set(entry.topic.key, JSON.stringify({ data, at }));
    } catch (error) {
      entry.stale = true;
      if (!signal.aborted) this.tell(entry, { ...entry.state, fresh: false, error });
    }
  }

  /** Shows the answer of an earlier visit until there is a new one. */
  private async remember(entry: Entry): Promise<void> {
    const { signal } = this.ended;
    const text = await this.options.cache?.get(entry.topic.key).catch(() => null);
    if (!text || entry.state.at !== undefined || signal.aborted) return;
    try {
      const { data, at } = JSON.parse(text) as { data: unknown; at: number };
      this.tell(entry, { ...entry.state, data, at });
    } catch {
      // Written by something else; the next answer takes its place.
    }
  }

  private fail(error: unknown): void {
    for (const entry of this.watched()) this.tell(entry, { ...entry.state, fresh: false, error });
  }

  private tell(entry: Entry, state: Watched<unknown>): void {
    entry.state = state;
    for (const listener of entry.listeners) listener();
  }

  private entryOf(topic: Topic<unknown>): Entry {
    const known = this.entries.get(topic.key);
    if (known) return known;
    const made = { topic, state: NOTHING, listeners: new Set<() => void>(), stale: true, turn: 0 };
    this.entries.set(topic.key, made);
    return made;
  }

  private watched(): Entry[] {
    return [...this.entries.values()].filter(({ listeners }) => listeners.size > 0);
  }

  private pauseListening(): void {
    this.stop?.();
    this.stop = undefined;
  }
}

/** What was known is what the API answers now. */
function confirmed(state: Watched<unknown>): Watched<unknown> {
  const fresh = { ...state, fresh: true };
  delete fresh.error;
  return fresh;
}

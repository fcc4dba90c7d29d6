import { ApiError } from '../http/errors.js';
import type { Rekindle } from '../rekindle.js';
import type { AnswerCache } from './cache.js';
import { everySoOften, isHidden, type Signal } from './signals.js';
import type { Part, Topic } from './topics.js';

export interface LiveOptions {
  rekindle: Rekindle;
  /** What tells that something may have changed; without it, `/v1/changes` is asked every second. */
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
  /** Until when a refused read is not repeated, in milliseconds. */
  restsUntil: number;
  reading: Promise<void> | undefined;
  turn: number;
}

const NOTHING: Watched<never> = { fresh: false };
/** How long to wait for whether something has changed, in milliseconds. */
const LATEST_ANSWER = 20_000;
/** How soon to look again after the API could not be asked, in milliseconds. */
const AFTER_FAILURE = 1500;
/** How long a refused read rests unless something changes, in milliseconds. */
const AFTER_REFUSAL = 15_000;

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
  private looking: Promise<void> | undefined;
  private again = false;
  private failed = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ahead = 0;
  private ended = new AbortController();

  constructor(private readonly options: LiveOptions) {}

  /** Calls the listener whenever what is known of the topic changes; `get` tells what it is. */
  watch<T>(topic: Topic<T>, listener: () => void): () => void {
    const entry = this.entryOf(topic);
    entry.listeners.add(listener);
    if (entry.listeners.size === 1) {
      entry.restsUntil = 0;
      void this.remember(entry);
      // What changes from now on shows against the stamps, so there is no need to look first.
      if (this.stamps && entry.stale) void this.read(entry);
    }
    this.stop ??= (this.options.signal ?? everySoOften())(() => this.lookSoon());
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

  /** The server's time, as of the last change that was heard of. */
  now(): Date {
    return new Date(Date.now() + this.ahead);
  }

  /** Looks now whether something has changed, such as after a change made here. Never throws. */
  async check(): Promise<void> {
    await this.lookSoon();
    for (const { reading } of this.watched()) await reading;
  }

  /** Reads the topic now, whether or not something has changed. Never throws. */
  refresh(topic: Topic<unknown>): Promise<void> {
    return this.read(this.entryOf(topic));
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
    this.looking = this.stamps = undefined;
    this.tag = null;
    this.failed = false;
    const left = [...this.entries.values()];
    this.entries.clear();
    for (const entry of left) this.tell(entry, NOTHING);
  }

  /** Looks now, or again if it is looking: the change may be newer than the answer. */
  private lookSoon(): Promise<void> {
    const { signal } = this.ended;
    if (signal.aborted || !this.watched().length) return Promise.resolve();
    this.again = true;
    return (this.looking ??= this.lookUntilQuiet(signal));
  }

  private async lookUntilQuiet(signal: AbortSignal): Promise<void> {
    while (this.again && this.watched().length && !signal.aborted) {
      this.again = false;
      await this.look(signal).catch((error: unknown) => {
        if (!signal.aborted) this.fail(error);
      });
    }
    if (!signal.aborted) this.looking = undefined;
  }

  private async look(signal: AbortSignal): Promise<void> {
    clearTimeout(this.timer);
    const sessions = this.watched().some(({ topic }) => topic.parts.includes('sessions'));
    const answer = await this.options.rekindle.changes(this.tag, {
      sessions,
      signal,
      retries: 0,
      timeout: LATEST_ANSWER,
    });
    if (signal.aborted) return;
    const known = this.stamps;
    if (answer) {
      this.stamps = answer.changes.stamps;
      this.tag = answer.tag;
      this.ahead = Date.parse(answer.changes.now) - Date.now();
    }
    for (const entry of this.entries.values()) {
      const differs = (part: Part) => known?.[part] !== this.stamps?.[part];
      const moved = !known || entry.topic.parts.some(differs);
      if (moved) entry.stale = true;
      if (moved || this.failed) entry.restsUntil = 0;
    }
    this.failed = false;
    this.watched().forEach((entry) => this.readIfNeeded(entry));
  }

  private readIfNeeded(entry: Entry): void {
    if (entry.stale) {
      if (Date.now() >= entry.restsUntil) void this.read(entry);
    } else if (!entry.reading && !entry.state.fresh) this.tell(entry, confirmed(entry.state));
  }

  private read(entry: Entry): Promise<void> {
    const turn = ++entry.turn;
    entry.stale = false;
    const reading = this.readOnce(entry, turn, this.ended.signal).finally(() => {
      if (turn === entry.turn) entry.reading = undefined;
    });
    return (entry.reading = reading);
  }

  /** The answer to the latest request counts. */
  private async readOnce(entry: Entry, turn: number, signal: AbortSignal): Promise<void> {
    try {
      const data = await entry.topic.read(this.options.rekindle, { signal });
      if (turn !== entry.turn || signal.aborted) return;
      const at = Date.now();
      this.tell(entry, { data, at, fresh: true });
      // A full device loses the answer for later, not the one that is shown.
      const kept = this.options.cache?.set(entry.topic.key, JSON.stringify({ data, at }));
      await kept?.catch(() => undefined);
    } catch (error) {
      if (turn !== entry.turn || signal.aborted) return;
      entry.stale = true;
      if (error instanceof ApiError) entry.restsUntil = Date.now() + AFTER_REFUSAL;
      this.tell(entry, { ...entry.state, fresh: false, error });
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

  /** The signal may be quiet until something changes, so the failed look is repeated anyway. */
  private fail(error: unknown): void {
    this.failed = true;
    const repeat = () => {
      if (!isHidden()) void this.check();
    };
    if (this.stop) this.timer = setTimeout(repeat, AFTER_FAILURE);
    for (const entry of this.watched()) this.tell(entry, { ...entry.state, fresh: false, error });
  }

  private tell(entry: Entry, state: Watched<unknown>): void {
    entry.state = state;
    for (const listener of entry.listeners) listener();
  }

  private entryOf(topic: Topic<unknown>): Entry {
    const known = this.entries.get(topic.key);
    if (known) return known;
    const made: Entry = {
      topic,
      state: NOTHING,
      listeners: new Set(),
      stale: true,
      restsUntil: 0,
      reading: undefined,
      turn: 0,
    };
    this.entries.set(topic.key, made);
    return made;
  }

  private watched(): Entry[] {
    return [...this.entries.values()].filter(({ listeners }) => listeners.size > 0);
  }

  private pauseListening(): void {
    clearTimeout(this.timer);
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

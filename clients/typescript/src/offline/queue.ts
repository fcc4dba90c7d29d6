import { MOST_PROMPTS, sendable, type NewPrompt } from '../api/prompts.js';
import { ApiError } from '../http/errors.js';
import { newId } from '../http/ids.js';
import { pause } from '../http/retry.js';
import type { Rekindle } from '../rekindle.js';
import { SignedOut } from '../tokens.js';
import type { Queued, QueueStore, RefusedPrompt } from './store.js';

export interface QueueOptions {
  rekindle: Rekindle;
  /** Where messages wait. Its user must be the one for whom `rekindle` acts. */
  store: QueueStore;
  /** Waits before the next attempt. Tests replace it. */
  pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export interface QueueState {
  /** How many messages wait, as of the last look. */
  waiting: number;
  /** How many the server will never take; `refused()` lists them. */
  refused: number;
  sending: boolean;
  /** Why the last attempt failed; undefined once one succeeds. */
  error?: unknown;
}

/** What the queue says of a message: whether it waits here, or stays with the user. */
export type Kept = { id: string; status: 'queued' } | { status: 'skipped'; reason: 'private' };

/** Bytes of a request, well below the API's limit of 1 MiB. */
const MOST_BYTES = 500_000;
const MICROSECONDS = 1000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 5 * 60_000;
/** What the server says of messages that it will never take. */
const NEVER = new Set([400, 413, 422]);

/**
 * Records messages whether or not there is a connection: each is kept on the device first, and sent
 * in order, once.
 *
 * A message is sent again until the server has answered for it. It keeps its ID, by which the server
 * knows it, so pages that end in between and answers that get lost do no harm.
 */
export class OfflineQueue {
  private readonly store: QueueStore;
  private readonly ended = new AbortController();
  private readonly listeners = new Set<() => void>();
  private current: QueueState = { waiting: 0, refused: 0, sending: false };
  /** The attempt that is under way, and the one that follows it. */
  private running: Promise<void> = Promise.resolve();
  private next: Promise<void> | undefined;
  private failures = 0;
  /** Ends the wait for an attempt that is planned. */
  private planned: AbortController | undefined;
  /** In microseconds: a page that ends must not have run ahead of the clock of the next one. */
  private lastSaid = 0;
  /** How many messages this queue has kept. */
  private kept = 0;

  constructor(private readonly options: QueueOptions) {
    this.store = options.store;
    this.listenToThePage('addEventListener');
    void this.flush();
  }

  /**
   * Keeps a message, and sends it as soon as possible. Resolves once it is safe on the device.
   *
   * Throws what the store throws, such as when the device is full; then nothing is kept.
   */
  async record(prompt: string | NewPrompt): Promise<Kept> {
    const said = typeof prompt === 'string' ? { content: prompt } : prompt;
    const message = sendable(said);
    if (!message) return { status: 'skipped', reason: 'private' };
    const queued: Queued = {
      id: message.id ?? newId(),
      content: message.content,
      createdAt: message.createdAt ?? this.nextMoment(),
      ...(message.role && { role: message.role }),
      ...(message.sessionId && { sessionId: message.sessionId }),
    };
    await this.store.append('waiting', queued);
    this.kept += 1;
    this.tell({ ...this.current, waiting: this.current.waiting + 1 });
    if (!this.planned) void this.flush();
    return { id: queued.id, status: 'queued' };
  }

  /**
   * Sends what waits now, without waiting for the next attempt. Resolves when all is sent, or when
   * an attempt has failed; it never throws. Call it when the app comes back or the user signs in.
   */
  flush(): Promise<void> {
    if (this.ended.signal.aborted) return Promise.resolve();
    this.next ??= this.running.then(() => {
      this.running = this.attempt();
      this.next = undefined;
      return this.running;
    });
    return this.next;
  }

  get state(): QueueState {
    return this.current;
  }

  /** Calls the listener whenever the state changes, until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** The oldest messages that the server will never take, and why. */
  refused(limit = 100): Promise<RefusedPrompt[]> {
    return this.store.oldest('refused', limit);
  }

  /** Forgets refused messages. */
  async forget(ids: readonly string[]): Promise<void> {
    await this.store.remove('refused', ids);
    await this.look(this.current);
  }

  /** Stops sending, as the end of the page does. What waits stays for the next queue. */
  close(): void {
    this.listenToThePage('removeEventListener');
    this.planned?.abort();
    this.ended.abort();
  }

  /** Sends all that waits. If it cannot, says why, and plans another attempt if that may help. */
  private async attempt(): Promise<void> {
    this.planned?.abort();
    this.planned = undefined;
    try {
      await this.look({ ...this.current, sending: true });
      await this.alone(() => this.drain());
      this.failures = 0;
      await this.look({ sending: false });
    } catch (error) {
      if (this.ended.signal.aborted) return;
      this.tell({ ...this.current, sending: false, error });
      if (mayPass(error)) this.plan(error);
    }
  }

  /** Of all tabs, one sends at a time. Without locks they repeat each other, which does no harm. */
  private async alone(act: () => Promise<void>): Promise<void> {
    const locks = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
    if (!locks) return act();
    await locks.request(this.store.name, { signal: this.ended.signal }, act);
  }

  private async drain(): Promise<void> {
    let most = MOST_PROMPTS;
    for (;;) {
      if (this.ended.signal.aborted) return;
      const batch = fitting(await this.store.oldest('waiting', most));
      if (!batch.length) return;
      try {
        await this.options.rekindle.recordAll(batch, { signal: this.ended.signal, retries: 0 });
        await this.store.remove(
          'waiting',
          batch.map(({ id }) => id),
        );
        most = MOST_PROMPTS;
      } catch (error) {
        const [first, ...rest] = batch;
        if (!first || !(error instanceof ApiError) || !NEVER.has(error.code)) throw error;
        // One of them is at fault: find it by halves, so that the others go on.
        if (rest.length) most = Math.ceil(batch.length / 2);
        else await this.refuse(first, error);
      }
      await this.look({ ...this.current, sending: true });
    }
  }

  private async refuse(prompt: Queued, error: ApiError): Promise<void> {
    const { reason, message } = error;
    await this.store.append('refused', { ...prompt, reason, message });
    await this.store.remove('waiting', [prompt.id]);
  }

  private plan(error: unknown): void {
    const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures);
    const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0;
    this.failures += 1;
    const stop = new AbortController();
    this.planned = stop;
    (this.options.pause ?? pause)(asked + backoff * (0.5 + Math.random() / 2), stop.signal).then(
      () => this.flush(),
      () => undefined,
    );
  }

  /** Counts what is kept, and tells the listeners. */
  private async look(change: Omit<QueueState, 'waiting' | 'refused'>): Promise<void> {
    let waiting, refused, before;
    do {
      before = this.kept;
      waiting = await this.store.count('waiting');
      refused = await this.store.count('refused');
    } while (before !== this.kept);
    this.tell({ ...change, waiting, refused });
  }

  private tell(state: QueueState): void {
    this.current = state;
    for (const listener of this.listeners) listener();
  }

  /** Now, but later than every moment before: messages said in one millisecond keep their order. */
  private nextMoment(): string {
    this.lastSaid = Math.max(Date.now() * MICROSECONDS, this.lastSaid + 1);
    const rest = String(this.lastSaid % MICROSECONDS).padStart(3, '0');
    const time = new Date(Math.floor(this.lastSaid / MICROSECONDS)).toISOString();
    return time.replace('Z', `${rest}Z`);
  }

  private readonly onOnline = () => void this.flush();
  private readonly onShown = () => {
    if (document.visibilityState === 'visible') void this.flush();
  };

  /** Outside of browsers there is no page; then apps call `flush` themselves. */
  private listenToThePage(act: 'addEventListener' | 'removeEventListener'): void {
    if (typeof window !== 'undefined') (window as Partial<Window>)[act]?.('online', this.onOnline);
    if (typeof document !== 'undefined') document[act]('visibilitychange', this.onShown);
  }
}

/** As many messages, from the oldest on, as fit a request. */
function fitting(prompts: Queued[]): Queued[] {
  let size = 0;
  const end = prompts.findIndex((prompt, place) => {
    size += new TextEncoder().encode(JSON.stringify(prompt)).length;
    return place > 0 && size > MOST_BYTES;
  });
  return end < 0 ? prompts : prompts.slice(0, end);
}

/** Whether the same attempt may succeed later, by itself. Without a user, nobody knows when. */
function mayPass(error: unknown): boolean {
  if (error instanceof SignedOut) return false;
  if (!(error instanceof ApiError)) return true;
  return (
    error.reason !== 'QUOTA_EXCEEDED' && (error.code >= 500 || [408, 429].includes(error.code))
  );
}

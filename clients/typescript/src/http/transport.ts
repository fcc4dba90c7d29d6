/** Requests to the API: the token, JSON both ways, deadlines, and repetition. */
import { ApiError, errorOf, Unauthenticated, Unreachable } from './errors.js';
import { newId } from './ids.js';
import { pause, reasonOf, waitBefore } from './retry.js';

/**
 * Gives a token that is valid now. `refresh` is true after the API has refused the last one; then
 * the token must be a new one.
 */
export type TokenSource = (ask: { refresh: boolean }) => string | Promise<string>;

export interface TransportOptions {
  /** Where Rekindle is, such as `https://example.web.app`. */
  url: string;
  /** A Firebase ID token, an access key or an OAuth token, or what gives one. */
  token: string | TokenSource;
  /** Gives an App Check token, where the deployment asks for one. */
  appCheck?: () => string | Promise<string>;
  /** The name of the agent that asks, for which the user may have switched tiers off. */
  agent?: string;
  /**
   * Gives more headers for each attempt, such as the `traceparent` of the caller's trace. Those that
   * Rekindle's client sets go before them.
   */
  headers?: () => Record<string, string>;
  /** How often a request is sent again; 4 unless said otherwise. */
  retries?: number;
  /** Milliseconds within which each attempt must be answered; 30,000 unless said otherwise. */
  timeout?: number;
  /** Told that the API refuses the token, and a new one too: the user must sign in again. */
  onSignedOut?: () => void;
  fetch?: typeof fetch;
  /** Waits between attempts. Tests replace it. */
  pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** What every call takes. */
export interface RequestOptions {
  /** Ends the call, whatever it is doing. */
  signal?: AbortSignal | undefined;
  /** Milliseconds within which each attempt must be answered. */
  timeout?: number | undefined;
  /** How often the request is sent again. */
  retries?: number | undefined;
  /** Names a `POST`, so that it takes effect once even if another process repeats it. */
  idempotencyKey?: string | undefined;
}

/** What a change of the profile takes. */
export interface VersionedOptions extends RequestOptions {
  /** The version that the change is meant for; if the profile has moved on, it is `Aborted`. */
  version?: number | undefined;
}

export type Query = Record<string, string | number | boolean | undefined>;

export interface Call extends VersionedOptions {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  query?: Query | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Whether it may be sent again when nobody knows if it took effect; true unless said otherwise. */
  repeatable?: boolean;
}

export interface Answered {
  status: number;
  text: string;
  /** The ETag. */
  tag: string | null;
}

const RETRIES = 4;
const TIMEOUT = 30_000;
const NOT_MODIFIED = 304;

export class Transport {
  private readonly base: string;
  private readonly fetch: typeof fetch;
  private readonly pause: typeof pause;

  constructor(private readonly options: TransportOptions) {
    this.base = options.url.replace(/\/+$/, '').replace(/\/v1$/, '');
    // Called as a function of its own: browsers refuse another `this`.
    this.fetch = options.fetch ?? ((input, init) => fetch(input, init));
    this.pause = options.pause ?? pause;
  }

  /** Sends a request that must succeed; returns its JSON. */
  async json<T>(call: Call): Promise<T> {
    return JSON.parse((await this.send(call)).text) as T;
  }

  /**
   * Sends a request until it succeeds, or until repeating it does not help. 304 is a success.
   *
   * Throws ApiError, Unreachable, or what the signal was aborted with.
   */
  async send(call: Call): Promise<Answered> {
    const headers = this.headersOf(call);
    const retries = call.retries ?? this.options.retries ?? RETRIES;
    let refresh = false;
    for (let failures = 0; ;) {
      try {
        return await this.attempt(call, headers, refresh);
      } catch (error) {
        if (call.signal?.aborted) throw reasonOf(call.signal);
        const expired = error instanceof Unauthenticated && error.reason === 'BAD_TOKEN';
        if (expired && !refresh && typeof this.options.token === 'function') {
          refresh = true;
          continue;
        }
        failures += 1;
        const wait =
          failures > retries
            ? null
            : waitBefore(error, failures, call.repeatable ?? true, Math.random());
        if (wait === null) {
          if (error instanceof Unauthenticated) this.options.onSignedOut?.();
          throw error;
        }
        await this.pause(wait, call.signal);
      }
    }
  }

  private headersOf(call: Call): Record<string, string> {
    const headers = { ...call.headers };
    if (call.body !== undefined) headers['Content-Type'] = 'application/json';
    if (call.version !== undefined) headers['If-Match'] = `"${call.version}"`;
    if (call.method === 'POST') headers['Idempotency-Key'] = call.idempotencyKey ?? newId();
    return headers;
  }

  private async attempt(
    call: Call,
    headers: Record<string, string>,
    refresh: boolean,
  ): Promise<Answered> {
    if (call.signal?.aborted) throw reasonOf(call.signal);
    const proofs = await this.proofs(refresh);
    const stop = new AbortController();
    const abort = () => stop.abort();
    call.signal?.addEventListener('abort', abort, { once: true });
    const timer = setTimeout(abort, call.timeout ?? this.options.timeout ?? TIMEOUT);
    try {
      // Without `cache`, for which React Native's fetch adds a parameter that the API refuses. The API
      // itself forbids to keep what it answers.
      const init: RequestInit = {
        method: call.method,
        headers: withOthers({ ...headers, ...proofs }, this.options.headers?.()),
        signal: stop.signal,
      };
      if (call.body !== undefined) init.body = JSON.stringify(call.body);
      const response = await this.fetch(this.base + call.path + queryOf(call.query), init);
      const { status, ok, headers: told } = response;
      if (!ok && status !== NOT_MODIFIED) throw await errorOf(response);
      // Read here, so that the deadline covers the body and a broken one is repeated.
      return { status, text: await response.text(), tag: told.get('ETag') };
    } catch (error) {
      if (error instanceof ApiError) throw error;
      throw new Unreachable(`No answer from ${this.base}. Check the connection and the address.`, {
        cause: error,
      });
    } finally {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', abort);
    }
  }

  private async proofs(refresh: boolean): Promise<Record<string, string>> {
    const { agent, token, appCheck } = this.options;
    const shown = typeof token === 'function' ? await token({ refresh }) : token;
    const proofs: Record<string, string> = { Authorization: `Bearer ${shown}` };
    if (agent) proofs['X-Rekindle-Agent'] = agent;
    if (appCheck) proofs['X-Firebase-AppCheck'] = await appCheck();
    return proofs;
  }
}

/** Adds headers that are not there yet, in whatever case. */
function withOthers(
  own: Record<string, string>,
  others: Record<string, string> = {},
): Record<string, string> {
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const added = Object.entries(others).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(added), ...own };
}

/** By hand, since React Native's URL has no search parameters to write. */
function queryOf(query: Query = {}): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length ? `?${pairs.join('&')}` : '';
}

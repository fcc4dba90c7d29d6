/** Requests to the API: the token, JSON both ways, and typed errors. */
import { identity, sessionEnded } from '../auth/session';

/** The API refused a request. `reason` is machine-readable, from the first detail. */
export class ApiError extends Error {
  constructor(
    readonly code: number,
    readonly status: string,
    message: string,
    readonly details: Record<string, unknown>[],
  ) {
    super(message);
  }

  get reason(): string {
    const reason = this.details[0]?.['reason'];
    return typeof reason === 'string' ? reason : this.status;
  }
}

/** The API could not be reached at all. */
export class Unreachable extends Error {}

export interface Options {
  body?: unknown;
  query?: Record<string, string | number | boolean | undefined>;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
}

/** The response, whatever its status; throws only if the network fails. */
export async function request(method: string, path: string, options: Options = {}) {
  const who = identity.value;
  if (!who) throw new ApiError(401, 'UNAUTHENTICATED', 'Nobody is signed in.', []);
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  }
  const headers: Record<string, string> = {
    Authorization: `Bearer ${await who.token()}`,
    ...options.headers,
  };
  const init: RequestInit = { method, headers, cache: 'no-store' };
  if (options.signal) init.signal = options.signal;
  if (options.body !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.body);
  }
  try {
    return await fetch(url, init);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new Unreachable();
  }
}

/** Sends a request that must succeed; returns its JSON. */
export async function call<T>(method: string, path: string, options: Options = {}): Promise<T> {
  const response = await request(method, path, options);
  if (response.ok) return (await response.json()) as T;
  const error = await errorOf(response);
  if (error.code === 401) sessionEnded();
  throw error;
}

export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as {
      error: {
        code: number;
        status: string;
        message: string;
        details?: Record<string, unknown>[];
      };
    };
    return new ApiError(error.code, error.status, error.message, error.details ?? []);
  } catch {
    return new ApiError(response.status, 'UNKNOWN', response.statusText, []);
  }
}

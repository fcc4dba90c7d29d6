/** What can go wrong with a request. Messages say what to do next; programs go by `reason`. */
import type { Detail, Reason } from './reasons.js';

/** The base of every error that this package throws. */
export class RekindleError extends Error {
  override name = 'RekindleError';
}

/** The API could not be reached, or did not answer in time. */
export class Unreachable extends RekindleError {
  override name = 'Unreachable';
}

/** What the API says of a refusal: google.rpc.Status, and what the headers add. */
export interface Refusal {
  code: number;
  status: string;
  message: string;
  details: Detail[];
  requestId?: string | undefined;
  retryAfter?: number | undefined;
}

/** The API refused the request. */
export class ApiError extends RekindleError {
  override name = 'ApiError';
  /** The HTTP status. */
  readonly code: number;
  /** The name of the google.rpc.Code. */
  readonly status: string;
  readonly details: Detail[];
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.status = refusal.status;
    this.details = refusal.details;
    this.requestId = refusal.requestId;
    this.retryAfter = refusal.retryAfter;
  }

  /** Why, for programs: the reason of the first detail, or else the status. */
  get reason(): Reason | (string & {}) {
    const reason: unknown = this.details[0]?.['reason'];
    return typeof reason === 'string' ? reason : this.status;
  }
}

/** The request is wrong, whatever the state of the user's data. */
export class InvalidArgument extends ApiError {
  override name = 'InvalidArgument';
}
/** The state of the user's data does not allow it now. */
export class FailedPrecondition extends ApiError {
  override name = 'FailedPrecondition';
}
/** The token is missing, wrong or expired: sign in again. */
export class Unauthenticated extends ApiError {
  override name = 'Unauthenticated';
}
/** The caller may not do this. */
export class PermissionDenied extends ApiError {
  override name = 'PermissionDenied';
}
/** The user has no such item. */
export class NotFound extends ApiError {
  override name = 'NotFound';
}
/** The data has moved on since it was read: read it again and repeat the change. */
export class Aborted extends ApiError {
  override name = 'Aborted';
}
/** The ID belongs to something else. */
export class AlreadyExists extends ApiError {
  override name = 'AlreadyExists';
}
/** Too many requests, or a quota is used up. */
export class ResourceExhausted extends ApiError {
  override name = 'ResourceExhausted';
}
/** The service cannot answer now. */
export class Unavailable extends ApiError {
  override name = 'Unavailable';
}

const BY_STATUS: Record<string, typeof ApiError> = {
  INVALID_ARGUMENT: InvalidArgument,
  FAILED_PRECONDITION: FailedPrecondition,
  UNAUTHENTICATED: Unauthenticated,
  PERMISSION_DENIED: PermissionDenied,
  NOT_FOUND: NotFound,
  ABORTED: Aborted,
  ALREADY_EXISTS: AlreadyExists,
  RESOURCE_EXHAUSTED: ResourceExhausted,
  UNAVAILABLE: Unavailable,
};

/** The error for a response that is not a success. */
export async function errorOf(response: Response): Promise<ApiError> {
  const requestId = response.headers.get('X-Request-Id') ?? undefined;
  const retryAfter = secondsOf(response.headers.get('Retry-After'));
  const { code, status, message, details } = await statusIn(response);
  const type = BY_STATUS[status] ?? ApiError;
  return new type({ code, status, message, details, requestId, retryAfter });
}

async function statusIn(response: Response): Promise<Refusal> {
  try {
    const { error } = (await response.json()) as { error: Partial<Refusal> };
    return {
      code: response.status,
      status: error.status ?? 'UNKNOWN',
      message: error.message ?? response.statusText,
      details: error.details ?? [],
    };
  } catch {
    // Not Rekindle answered, but something before it, such as a proxy.
    const status = response.status === 503 ? 'UNAVAILABLE' : 'UNKNOWN';
    const message = `The server answered ${response.status} ${response.statusText}`.trim();
    return { code: response.status, status, message, details: [] };
  }
}

function secondsOf(header: string | null): number | undefined {
  const seconds = header === null ? NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
}

/**
 * What the API says of a refusal for this reason; undefined for any other error.
 *
 *     const full = detailOf(error, 'BUDGET_EXCEEDED');
 *     if (full) offerToRemove(full.entries);
 */
export function detailOf<R extends Reason>(error: unknown, reason: R): Detail<R> | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.details.find((detail): detail is Detail<R> => detail['reason'] === reason);
}

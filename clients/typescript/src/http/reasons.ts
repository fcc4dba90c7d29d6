/** The reasons for which the API refuses requests, and what it says beside each. */

/** Reasons that come with more than themselves. */
interface Told {
  INVALID_FIELD: { field: string; message: string; cutAt?: number };
  BUDGET_EXCEEDED: {
    target: 'memory' | 'user';
    usage: { chars: number; limit: number; percent: number };
    required: number;
    entries: { id: string; content: string; chars: number }[];
  };
  NOT_RETAINED: { oldest: string };
  INSUFFICIENT_SCOPE: { scope?: 'read' | 'write' | 'record' | 'admin' };
  VERSION_MOVED: { version: number };
  TURNS_MISSING: { processedTurns: number };
  ID_TAKEN: { field?: string };
}

/** Every reason in the API's documentation. */
export type Reason =
  | keyof Told
  | 'INVALID_JSON'
  | 'INVALID_BODY'
  | 'NO_BODY'
  | 'NO_CHANGE'
  | 'BAD_ON_BEHALF_OF'
  | 'BAD_AUTHORIZATION_REQUEST'
  | 'UNSAFE_CONTENT'
  | 'SCOPE_DEPRECATED'
  | 'LIMIT_REACHED'
  | 'NOTE_TOO_LARGE'
  | 'TOO_MANY_TASKS'
  | 'SESSION_TOO_LARGE'
  | 'NOT_STORABLE'
  | 'TOO_LARGE'
  | 'TOO_MANY_ITEMS'
  | 'TIER_DISABLED'
  | 'SNAPSHOT_NOT_KEPT'
  | 'CHANGE_NOT_KEPT'
  | 'DOCUMENT_TOO_LARGE'
  | 'TOO_MANY_CONNECTIONS'
  | 'TOO_MANY_INCOGNITO'
  | 'TOO_MANY_IMPORTS'
  | 'LEARNING_OFF'
  | 'INCOGNITO'
  | 'BAD_CLIENT_DOCUMENT'
  | 'OAUTH_OFF'
  | 'OPERATORS_OFF'
  | 'NO_TOKEN'
  | 'BAD_TOKEN'
  | 'NO_APP_CHECK'
  | 'BAD_APP_CHECK'
  | 'NOT_TRUSTED'
  | 'OTHER_USER'
  | 'ORIGIN_NOT_ALLOWED'
  | 'USER_ONLY'
  | 'OPERATOR_ONLY'
  | 'NO_SUCH_PATH'
  | 'NO_SUCH_PROMPT'
  | 'NO_SUCH_BATCH'
  | 'NO_SUCH_IMPORT'
  | 'NO_SUCH_PREFERENCE'
  | 'NO_SUCH_HABIT'
  | 'NO_SUCH_ENTRY'
  | 'NO_SUCH_VERSION'
  | 'NO_SUCH_SESSION'
  | 'NO_SUCH_QUESTION'
  | 'NO_SUCH_TOOL'
  | 'NO_SUCH_RESOURCE'
  | 'NO_SUCH_MCP_PROMPT'
  | 'NO_SUCH_CONNECTION'
  | 'NO_SUCH_USER'
  | 'NO_SUCH_WORK'
  | 'METHOD_NOT_ALLOWED'
  | 'BODY_TOO_SLOW'
  | 'BODY_TOO_LARGE'
  | 'NOT_JSON'
  | 'KEY_REUSED'
  | 'RATE_LIMITED'
  | 'QUOTA_EXCEEDED'
  | 'QUARANTINE_FULL'
  | 'UNREADABLE'
  | 'DATABASE_REFUSED'
  | 'QUEUE_REFUSED'
  | 'BEING_ERASED'
  | 'DATABASE_BUSY'
  | 'QUEUE_BUSY'
  | 'KEYS_UNAVAILABLE'
  | 'REVOCATION_UNKNOWN'
  | 'SEARCH_BUSY';

/** A detail of a refusal. */
export type Detail<R extends Reason = Reason> = { reason: R } & (R extends keyof Told
  ? Told[R]
  : unknown) &
  Record<string, unknown>;

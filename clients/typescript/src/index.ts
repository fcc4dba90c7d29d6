export { Rekindle, type RekindleOptions } from './rekindle.js';
export type { RequestOptions, TokenSource, VersionedOptions } from './http/transport.js';
export {
  Aborted,
  AlreadyExists,
  ApiError,
  detailOf,
  FailedPrecondition,
  InvalidArgument,
  NotFound,
  PermissionDenied,
  RekindleError,
  ResourceExhausted,
  Unauthenticated,
  Unavailable,
  Unreachable,
} from './http/errors.js';
export type { Detail, Reason } from './http/reasons.js';
export {
  firebaseToken,
  oauthToken,
  SignedOut,
  type OAuthOptions,
  type OAuthTokens,
} from './tokens.js';
export { withoutPrivate } from './privacy.js';
export type { ContextAsked, ReadContext } from './api/context.js';
export type { ImportOptions, ImportProgress } from './api/account.js';
export { isExport } from './api/portions.js';
export type { Patch } from './api/profile.js';
export type { NewPrompt, Recorded } from './api/prompts.js';
export type {
  About,
  AccessPreview,
  AccessRequest,
  Batch,
  Changes,
  ChangelogEntry,
  Connection,
  Contact,
  ContextBlock,
  ContextMessages,
  Decision,
  FactMeta,
  ImportFormat,
  ImportReport,
  InboxAnswer,
  InboxItem,
  LearningStatus,
  Level,
  NewConnection,
  NewNote,
  NewPreference,
  NewSession,
  Note,
  NotePatch,
  Pattern,
  Preference,
  PreferencePatch,
  PreferenceType,
  Profile,
  Prompt,
  Scope,
  SearchAnswer,
  SearchMode,
  SearchResult,
  SavedNote,
  SavedNotes,
  Session,
  SessionPatch,
  Settings,
  Spent,
  StartedSession,
  Tier,
  Turn,
  Undone,
  Usage,
  Workflow,
} from './api/models.js';

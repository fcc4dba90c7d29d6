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
export type { Patch } from './api/profile.js';
export type { NewPrompt, Recorded } from './api/prompts.js';
export type {
  About,
  Batch,
  Changes,
  ChangelogEntry,
  Connection,
  ContextBlock,
  ContextMessages,
  Decision,
  ImportFormat,
  ImportPiece,
  ImportProgress,
  ImportReport,
  InboxAnswer,
  InboxItem,
  LearningStatus,
  NewConnection,
  NewNote,
  NewPreference,
  NewSession,
  Note,
  NotePatch,
  Preference,
  PreferencePatch,
  PreferenceType,
  Profile,
  Prompt,
  Scope,
  SearchAnswer,
  SearchResult,
  SavedNote,
  SavedNotes,
  Session,
  SessionPatch,
  Settings,
  StartedSession,
  Tier,
  Turn,
  Usage,
} from './api/models.js';

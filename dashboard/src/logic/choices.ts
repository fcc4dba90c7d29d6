/** The values of the API's types, in the order in which the page offers them. */
import type { ImportFormat, Level, Scope, SearchMode, Tier } from 'rekindle-client';

export const LEVELS: readonly Level[] = ['beginner', 'intermediate', 'advanced'];
export const TIERS: readonly Tier[] = ['memory', 'user', 'archive'];
export const NOTE_ORDERS = ['newest', 'oldest'] as const;
export type NoteOrder = (typeof NOTE_ORDERS)[number];
export const SEARCH_MODES: readonly SearchMode[] = ['auto', 'text', 'semantic', 'hybrid'];
export const SCOPES: readonly Scope[] = ['read', 'write', 'record', 'admin'];
/** A test compares them with shared/transfer/formats.py. */
export const FORMATS: readonly ImportFormat[] = [
  'rekindle',
  'profile',
  'profile-meta',
  'changelog',
  'session',
  'processed-turns',
  'memories',
  'chatgpt',
  'claude',
  'mem0',
  'saved-memories',
  'preferences',
  'user-memories',
];

/** Values with what they are called, as a field to choose from takes them. */
export const namesOf = <Name extends string>(
  names: readonly Name[],
  words: Partial<Record<Name, string>>,
) => names.map((name) => [name, words[name] ?? name] as const);

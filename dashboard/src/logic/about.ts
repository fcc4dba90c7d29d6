/** The facts about a user: the fields, their form for editing, and the patch that an edit sends. */
import type { About, Contact } from 'rekindle-client';

export type FieldKind = 'text' | 'long' | 'list' | 'tone' | 'detail' | 'contacts';

export const FIELDS = [
  ['name', 'text'],
  ['work.role', 'text'],
  ['work.org', 'text'],
  ['timezone', 'text'],
  ['bio', 'long'],
  ['work.focusAreas', 'list'],
  ['work.languages', 'list'],
  ['codePreferences.tone', 'tone'],
  ['codePreferences.detailLevel', 'detail'],
  ['codePreferences.preferredStacks', 'list'],
  ['codePreferences.avoidExamples', 'list'],
  ['tools.editor', 'text'],
  ['tools.infra', 'list'],
  ['interests', 'list'],
  ['contacts', 'contacts'],
  ['notes', 'long'],
] as const satisfies readonly (readonly [string, FieldKind])[];

export type FieldPath = (typeof FIELDS)[number][0];

const CUSTOM = 'custom.';
const SECTIONS = ['work', 'codePreferences', 'tools', 'custom'];

/** Each leaf of `about` as a path and its value. */
export function leavesOf(about: About): [string, unknown][] {
  return Object.entries(about).flatMap(([key, value]): [string, unknown][] =>
    SECTIONS.includes(key) && value && typeof value === 'object'
      ? Object.entries(value).map(([name, leaf]) => [`${key}.${name}`, leaf])
      : [[key, value]],
  );
}

/** A value as text. */
export function inWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(inWords).join(', ');
  if (typeof value === 'object') {
    const { name, ...rest } = value as Partial<Contact>;
    const details = Object.values(rest as Record<string, unknown>)
      .filter(Boolean)
      .map(inWords)
      .join(', ');
    if (typeof name !== 'string') return details;
    return details ? `${name} (${details})` : name;
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A draft for the editor: lists as lines of text, everything else as it is. */
export interface Draft {
  fields: Record<string, string>;
  contacts: Contact[];
  custom: { key: string; value: string }[];
}

export function draftOf(about: About): Draft {
  const leaves = new Map(leavesOf(about));
  const fields: Record<string, string> = {};
  for (const [path, kind] of FIELDS) {
    if (kind === 'contacts') continue;
    const value = leaves.get(path);
    fields[path] = Array.isArray(value) ? value.join(', ') : inWords(value);
  }
  const custom = Object.entries((about['custom'] ?? {}) as Record<string, unknown>);
  return {
    fields,
    contacts: (about['contacts'] ?? []).map((contact) => ({ ...contact })),
    custom: custom.map(([key, value]) => ({
      key,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    })),
  };
}

/** The merge patch from `before` to `after`: only what changed, null for what was removed. */
export function patchOf(before: Draft, after: Draft): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const [path, kind] of FIELDS) {
    if (kind === 'contacts') continue;
    const [old, text] = [before.fields[path] ?? '', (after.fields[path] ?? '').trim()];
    if (text === old.trim()) continue;
    put(patch, path, text ? (kind === 'list' ? listOf(text) : text) : null);
  }
  const contacts = after.contacts.map(withoutBlanks).filter((contact) => contact.name);
  if (JSON.stringify(contacts) !== JSON.stringify(before.contacts)) {
    patch['contacts'] = contacts.length ? contacts : null;
  }
  const kept = after.custom.filter(({ key, value }) => key.trim() && value.trim());
  for (const { key } of before.custom) {
    if (!kept.some((item) => item.key.trim() === key)) put(patch, `custom.${key}`, null);
  }
  for (const { key, value } of kept) {
    const old = before.custom.find((item) => item.key === key.trim());
    if (old?.value !== value) put(patch, `custom.${key.trim()}`, value.trim());
  }
  return patch;
}

/** The patch that sets one fact to what was typed in place of `before`. */
export function factPatch(path: string, before: string, after: string): Record<string, unknown> {
  const draft = draftOf({});
  const typed = (value: string): Draft =>
    path.startsWith(CUSTOM)
      ? { ...draft, custom: [{ key: path.slice(CUSTOM.length), value }] }
      : { ...draft, fields: { ...draft.fields, [path]: value } };
  return patchOf(typed(before), typed(after));
}

/** The patch that removes one fact. */
export function patchWithout(path: string): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  put(patch, path, null);
  return patch;
}

/**
 * Rebases a draft from `before` onto the current facts: what the user changed stays as typed, the
 * rest is current.
 */
export function rebased(draft: Draft, before: Draft, now: Draft): Draft {
  const fields = Object.fromEntries(
    Object.entries(now.fields).map(([path, value]) => {
      const typed = draft.fields[path] ?? '';
      return [path, typed === before.fields[path] ? value : typed];
    }),
  );
  const unless = <T>(typed: T, old: T, current: T) =>
    JSON.stringify(typed) === JSON.stringify(old) ? current : typed;
  return {
    fields,
    contacts: unless(draft.contacts, before.contacts, now.contacts),
    custom: unless(draft.custom, before.custom, now.custom),
  };
}

/** The items of a list, separated by commas or on separate lines. */
export function listOf(text: string): string[] {
  const words = text.split(/[,\n]/).map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}

function withoutBlanks(contact: Contact): Contact {
  const filled = Object.entries(contact as unknown as Record<string, string | null | undefined>)
    .map(([key, value]) => [key, (value ?? '').trim()] as const)
    .filter(([, value]) => value);
  return Object.fromEntries(filled) as unknown as Contact;
}

function put(patch: Record<string, unknown>, path: string, value: unknown): void {
  const dot = path.indexOf('.');
  if (dot < 0) {
    patch[path] = value;
    return;
  }
  const section = path.slice(0, dot);
  const inner = (patch[section] ??= {}) as Record<string, unknown>;
  inner[path.slice(dot + 1)] = value;
}

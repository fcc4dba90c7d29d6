/** The facts about a user: the fields, and the patch that an edit sends. */
import type { About, Contact } from 'rekindle-client';

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
] as const;

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

/** The patch that sets one fact, or with null removes it. */
export function factPatch(path: string, value: unknown): Record<string, unknown> {
  const dot = path.indexOf('.');
  return dot < 0 ? { [path]: value } : { [path.slice(0, dot)]: { [path.slice(dot + 1)]: value } };
}

/** The items of a list, separated by commas or on separate lines. */
export function listOf(text: string): string[] {
  const words = text.split(/[,\n]/).map((word) => word.trim());
  return [...new Set(words.filter(Boolean))];
}

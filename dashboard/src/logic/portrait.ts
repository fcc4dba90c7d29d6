/** What a portrait of the user tells. How it is put into sentences is up to the language. */
import type { PreferenceType } from 'rekindle-client';

import { TOLD_FROM } from './decay';
import { addressOf, type Item } from './items';

/** What one item says, as a part of a sentence. */
export interface Phrase {
  text: string;
  item: string;
}
export type Sentence = (string | Phrase)[];

export type Portrait = ReturnType<typeof portraitOf>;

/** How many preferences of a type a sentence names. */
const NAMED = 3;

/** Only what the context includes. */
export function portraitOf(items: readonly Item[]) {
  // What has faded is no longer worth saying outright.
  const told = items.filter(
    ({ included, doubt, sure, fresh }) =>
      included && !doubt && (sure ?? 1) * (fresh ?? 1) >= TOLD_FROM,
  );
  const phrase = ({ text, address }: Item): Phrase => ({ text, item: address });
  const fact = (path: string) => {
    const found = told.find((item) => item.address === addressOf('fact', path));
    return found && phrase(found);
  };
  return {
    name: fact('name'),
    role: fact('work.role'),
    org: fact('work.org'),
    place: fact('custom.location'),
    languages: fact('work.languages'),
    editor: fact('tools.editor'),
    /** The preferences of a type, the surest first. */
    of: (type: PreferenceType) =>
      told
        .filter((item) => item.kind === 'preference' && item.preference.type === type)
        .map(phrase),
  };
}

/**
 * Phrases as the language lists them: with commas, and a word before the last.
 *
 * @param more says how many are not named
 */
export function listed(
  phrases: readonly Phrase[],
  language: string,
  more: (count: number) => string,
): Sentence {
  const left = phrases.slice(0, NAMED);
  const rest = phrases.length - left.length;
  const texts = [...left.map(({ text }) => text), ...(rest ? [more(rest)] : [])];
  const parts = new Intl.ListFormat(language).formatToParts(texts);
  return parts.map((part) => (part.type === 'element' && left.shift()) || part.value);
}

/** A sentence or a part of one; empty if anything that it names is not known. */
export function says(
  texts: TemplateStringsArray,
  ...parts: (string | Phrase | Sentence | undefined)[]
): Sentence {
  if (parts.some((part) => part === undefined || (Array.isArray(part) && !part.length))) return [];
  return texts.flatMap((text, index) => [text, ...[parts[index] ?? []].flat()]).filter(Boolean);
}

/** A part that a sentence can do without. */
export const ifAny = (part: Sentence): Sentence => (part.length ? part : ['']);

/** The first of several ways to say something for which enough is known. */
export const first = (...ways: Sentence[]): Sentence => ways.find((way) => way.length) ?? [];

/** All sentences that say something, in one. */
export function told(between: string, ...sentences: Sentence[]): Sentence {
  const full = sentences.filter((sentence) => sentence.length);
  return full.flatMap((sentence, index) => (index ? [between, ...sentence] : sentence));
}

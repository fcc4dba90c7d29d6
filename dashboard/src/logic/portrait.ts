/** What a portrait of the user tells. How it is put into sentences is up to the language. */
import type { PreferenceType } from 'rekindle-client';

import { addressOf, type Item } from './items';

/** A part of a sentence that says what one item says. */
export interface Phrase {
  text: string;
  item: string;
}
export type Sentence = (string | Phrase)[];

export interface Portrait {
  name: Phrase | undefined;
  role: Phrase | undefined;
  org: Phrase | undefined;
  place: Phrase | undefined;
  languages: Phrase | undefined;
  editor: Phrase | undefined;
  /** The surest preferences of each type. */
  of: (type: PreferenceType) => Phrase[];
}

/** How many preferences of a type a sentence names. */
const NAMED = 3;

/** Only what the context includes. */
export function portraitOf(items: readonly Item[]): Portrait {
  const told = items.filter((item) => item.included && !item.doubt);
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
    of: (type) =>
      told
        .filter((item) => item.kind === 'preference' && item.preference.type === type)
        .slice(0, NAMED)
        .map(phrase),
  };
}

/** Phrases with commas between them, and a word before the last. */
export function listed(phrases: readonly Phrase[], and: string): Sentence {
  return phrases.flatMap((phrase, index): Sentence => {
    if (!index) return [phrase];
    return [index === phrases.length - 1 ? ` ${and} ` : ', ', phrase];
  });
}

/** Beginning, phrases and end, if there are any phrases. */
export function sentence(before: string, phrases: Sentence, after: string): Sentence[] {
  return phrases.length ? [[before, ...phrases, after]] : [];
}

/** Where the words stand in a message that something was learned from. */

export interface Stretch {
  text: string;
  marked: boolean;
}

/** The message in stretches, those that are quoted marked; spaces and case may differ. */
export function marked(text: string, quotes: readonly string[]): Stretch[] {
  const patterns = quotes
    .map((quote) => quote.trim().split(/\s+/).map(escaped).join('\\s+'))
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  if (!patterns.length) return [{ text, marked: false }];
  return text
    .split(new RegExp(`(${patterns.join('|')})`, 'iu'))
    .map((part, index) => ({ text: part, marked: index % 2 === 1 }))
    .filter((part) => part.text);
}

const escaped = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

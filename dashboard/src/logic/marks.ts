/** Stretches of a text that are marked or lead somewhere. */

export interface Span {
  /** In characters (Unicode code points). */
  start: number;
  end: number;
}

/** A text, or the part between two characters, cut at spans; what lies in one comes with it. */
export function cut<S extends Span>(text: string, spans: readonly S[], from = 0, to = Infinity) {
  const letters = Array.from(text).slice(0, to);
  const parts: { text: string; span?: S }[] = [];
  let at = from;
  for (const span of spans) {
    if (span.start < at || span.end > letters.length) continue;
    parts.push({ text: letters.slice(at, span.start).join('') });
    parts.push({ text: letters.slice(span.start, span.end).join(''), span });
    at = span.end;
  }
  parts.push({ text: letters.slice(at).join('') });
  return parts.filter((part) => part.text);
}

/** Where the quotes stand in a message; spaces and case may differ. */
export function spansOf(text: string, quotes: readonly string[]): Span[] {
  const patterns = quotes
    .map((quote) => quote.trim().split(/\s+/).map(escaped).join('\\s+'))
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
  if (!patterns.length) return [];
  const length = (part: string) => Array.from(part).length;
  return [...text.matchAll(new RegExp(patterns.join('|'), 'giu'))].map((found) => {
    const start = length(text.slice(0, found.index));
    return { start, end: start + length(found[0]) };
  });
}

const escaped = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Whether a text has each of the words, whatever their case and accents. */
export function fits(text: string, sought: string): boolean {
  const plain = folded(text);
  return folded(sought)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

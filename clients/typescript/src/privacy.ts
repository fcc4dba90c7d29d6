/** What the user keeps to themselves never leaves the device. */

const PASSAGE = /<private>.*?(?:<\/private>|$)/gis;

/**
 * The text without its `<private>…</private>` passages. One that is never closed reaches to the end.
 */
export function withoutPrivate(text: string): string {
  if (!/<private>/i.test(text)) return text;
  return text.replace(PASSAGE, '').trim();
}

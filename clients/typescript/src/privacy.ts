/** What the user keeps to themselves never leaves the device. */

const TAG = /<(\/?)private>/gi;

/**
 * The text without its `<private>…</private>` passages. One that is never closed reaches to the end.
 * One inside another ends with the outer one.
 */
export function withoutPrivate(text: string): string {
  let kept = '';
  let depth = 0;
  let at = 0;
  for (const tag of text.matchAll(TAG)) {
    if (depth === 0) kept += text.slice(at, tag.index);
    depth = tag[1] ? Math.max(0, depth - 1) : depth + 1;
    at = tag.index + tag[0].length;
  }
  if (at === 0) return text;
  if (depth === 0) kept += text.slice(at);
  return kept.trim();
}

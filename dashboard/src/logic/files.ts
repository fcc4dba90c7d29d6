/** Files that the user brings in. */

/** A line of .processed_turns. */
const TURNS = /^[\w.@-]{1,128}:\d{1,9}$/;

/**
 * The contents of a file: JSON, one line of JSON per item, or the lines of .processed_turns. Throws
 * SyntaxError otherwise.
 */
export async function read(file: Blob): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim());
    if (lines.length && lines.every((line) => TURNS.test(line.trim()))) return lines;
    if (lines.length < 2) throw error;
    return lines.map((line): unknown => JSON.parse(line));
  }
}

/** The parts of a file, with the number of items in those that are lists. */
export function contentsOf(data: unknown): { part: string; count: number | null }[] {
  if (Array.isArray(data)) return [{ part: '', count: data.length }];
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data as Record<string, unknown>)
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([part, value]) => ({ part, count: Array.isArray(value) ? value.length : null }));
}

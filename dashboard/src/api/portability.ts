/** Export and import. */
import { call } from './client';

export type Document = Record<string, unknown>;

/** The formats that the server imports. A test compares them with shared/transfer/formats.py. */
export const FORMATS = [
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
] as const;
export type Format = (typeof FORMATS)[number];

/** What an import added, merged and refused. */
export interface Report {
  taken: number;
  merged: number;
  refused: { section: string; index: number; reason: string; message: string }[];
  total: number;
}

/** Everything that is stored about the user, as one document. */
export const exportAll = () => call<Document>('GET', '/v1/export');

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

/** Whether the data is an export of Rekindle. */
export function isExport(data: unknown): data is Document {
  return isObject(data) && data['format'] === 'rekindle';
}

/** The parts of a file, with the number of items in those that are lists. */
export function contentsOf(data: unknown): { part: string; count: number | null }[] {
  if (Array.isArray(data)) return [{ part: '', count: data.length }];
  if (!isObject(data)) return [];
  return Object.entries(data)
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([part, value]) => ({ part, count: Array.isArray(value) ? value.length : null }));
}

/** Characters of JSON per request, well below the server's limit. */
const MAX_PART = 300_000;
const MAX_ITEMS = 100;

/**
 * Splits the data into parts that fit a request. For an export, the first part holds everything that
 * is not a list, since the rest depends on it; then follow the lists, in slices and in order. Each
 * part has the format of the whole.
 */
export function partsOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return slicesOf(data);
  if (!isExport(data)) return [data];
  const head = Object.fromEntries(
    Object.entries(data).filter(([, value]) => !Array.isArray(value)),
  );
  const { format, schemaVersion } = data;
  const slices = Object.entries(data)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .flatMap(([part, items]) =>
      slicesOf(items).map((slice): Document => ({ format, schemaVersion, [part]: slice })),
    );
  return [head, ...slices];
}

function slicesOf(items: unknown[]): unknown[][] {
  const slices: unknown[][] = [];
  let size = 0;
  for (const item of items) {
    const length = JSON.stringify(item).length;
    const last = slices.at(-1);
    if (!last || last.length >= MAX_ITEMS || size + length > MAX_PART) {
      slices.push([item]);
      size = length;
    } else {
      last.push(item);
      size += length;
    }
  }
  return slices;
}

/** Imports the data, one part after the other; a repetition sends all parts again. */
export async function importAll(
  format: Format,
  data: unknown,
  onProgress: (done: number, total: number, report: Report) => void,
): Promise<void> {
  const parts = partsOf(data);
  const sum: Report = { taken: 0, merged: 0, refused: [], total: 0 };
  onProgress(0, parts.length, sum);
  for (const [index, part] of parts.entries()) {
    const report = await call<Report>('POST', '/v1/import', { body: { format, data: part } });
    sum.taken += report.taken;
    sum.merged += report.merged;
    sum.refused.push(...report.refused);
    sum.total += report.total;
    onProgress(index + 1, parts.length, sum);
  }
}

function isObject(data: unknown): data is Document {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

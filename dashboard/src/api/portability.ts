/** Export and import: the only place that knows the forms of files. */
import { call } from './client';

export type Document = Record<string, unknown>;

/** What the server can take in: its own export, and files of older systems. */
export const FORMATS = [
  'rekindle',
  'profile',
  'profile-meta',
  'changelog',
  'session',
  'memories',
  'preferences',
  'user-memories',
] as const;
export type Format = (typeof FORMATS)[number];

/** What an import took, merged and refused. */
export interface Report {
  taken: number;
  merged: number;
  refused: { section: string; index: number; reason: string; message: string }[];
  total: number;
}

/** Everything that is stored of the user, as one document. */
export const exportAll = () => call<Document>('GET', '/v1/export');

/** What a file holds: JSON, or a line of JSON for each item. Raises SyntaxError otherwise. */
export async function read(file: Blob): Promise<unknown> {
  const text = await file.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim());
    if (lines.length < 2) throw error;
    return lines.map((line): unknown => JSON.parse(line));
  }
}

/** Whether it is an export of Rekindle. */
export function isExport(data: unknown): data is Document {
  return isObject(data) && data['format'] === 'rekindle' && 'schemaVersion' in data;
}

/** What a file holds, part by part, as far as it can be counted. */
export function contentsOf(data: unknown): { part: string; count: number | null }[] {
  if (Array.isArray(data)) return [{ part: '', count: data.length }];
  if (!isObject(data)) return [];
  return Object.entries(data)
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([part, value]) => ({ part, count: Array.isArray(value) ? value.length : null }));
}

/** Characters of JSON in one request, well below what the server takes. */
const MAX_PART = 300_000;
const MAX_ITEMS = 100;

/**
 * The data in parts that fit a request each. Of an export, first what is not a list, since the rest
 * rests on it, then every list in slices and in its order. Each part has the form of the whole.
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

/** Brings data in, one part after the other; started again, it goes over all parts anew. */
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

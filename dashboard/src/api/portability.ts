/** Export and import: the only place that knows the form of the file. */
import { call } from './client';

export type Document = Record<string, unknown>;

/** Everything that is stored of the user, as one document. */
export const exportAll = () => call<Document>('GET', '/v1/export');

/** What a file holds, part by part, as far as it can be counted. */
export function contentsOf(document: Document): { part: string; count: number | null }[] {
  return Object.entries(document)
    .filter(([, value]) => typeof value === 'object' && value !== null)
    .map(([part, value]) => ({ part, count: Array.isArray(value) ? value.length : null }));
}

/** The document in a file. Raises SyntaxError where it is none of ours. */
export async function read(file: Blob): Promise<Document> {
  const document: unknown = JSON.parse(await file.text());
  if (
    typeof document !== 'object' ||
    document === null ||
    Array.isArray(document) ||
    !('schemaVersion' in document)
  ) {
    throw new SyntaxError('no export');
  }
  return document;
}

/** Characters of JSON in one request, well below what the server takes. */
const MAX_PART = 400_000;
const MAX_ITEMS = 100;

/**
 * The document in parts that fit a request each: first what is not a list, then every list in
 * slices. Each part is a document of the same form, so the server needs to know of no parts.
 */
export function partsOf(document: Document): Document[] {
  const head = Object.fromEntries(
    Object.entries(document).filter(([, value]) => !Array.isArray(value)),
  );
  const schemaVersion = document['schemaVersion'];
  const slices = Object.entries(document)
    .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
    .flatMap(([part, items]) =>
      slicesOf(items).map((slice): Document => ({ schemaVersion, [part]: slice })),
    );
  return [head, ...slices];
}

function slicesOf(items: unknown[]): unknown[][] {
  const slices: unknown[][] = [];
  let size = Infinity;
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

/** Brings a document in, one part after the other. Started again, it goes over all parts anew. */
export async function importAll(
  document: Document,
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const parts = partsOf(document);
  onProgress(0, parts.length);
  for (const [index, data] of parts.entries()) {
    await call('POST', '/v1/import', { body: { format: 'rekindle', data } });
    onProgress(index + 1, parts.length);
  }
}

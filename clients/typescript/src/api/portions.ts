/** An import in parts that fit a request. */

/** Characters of JSON in a part, well below what the server takes. */
const MOST_CHARACTERS = 300_000;
const MOST_ITEMS = 100;

/**
 * Splits the data into parts that fit a request. For an export, the first part holds everything that
 * is not a list, since the rest depends on it; then follow the lists, in slices and in order. Each
 * part has the format of the whole.
 */
export function portionsOf(data: unknown): unknown[] {
  if (Array.isArray(data)) return slicesOf(data);
  if (!isExport(data)) return [data];
  const { format, schemaVersion } = data;
  const parts = Object.entries(data);
  const lists = parts.filter((part): part is [string, unknown[]] => Array.isArray(part[1]));
  return [
    Object.fromEntries(parts.filter(([, value]) => !Array.isArray(value))),
    ...lists.flatMap(([name, items]) =>
      slicesOf(items).map((slice) => ({ format, schemaVersion, [name]: slice })),
    ),
  ];
}

/** Whether the data is an export of Rekindle. */
export function isExport(data: unknown): data is Record<string, unknown> {
  const { format } = (data ?? {}) as { format?: unknown };
  return format === 'rekindle' && !Array.isArray(data);
}

function slicesOf(items: readonly unknown[]): unknown[][] {
  const slices: unknown[][] = [];
  let size = 0;
  for (const item of items) {
    const length = JSON.stringify(item).length;
    const last = slices.at(-1);
    if (!last || last.length >= MOST_ITEMS || size + length > MOST_CHARACTERS) {
      slices.push([item]);
      size = length;
    } else {
      last.push(item);
      size += length;
    }
  }
  return slices;
}

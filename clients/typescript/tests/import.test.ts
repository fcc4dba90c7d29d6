/** Imports of any size: what fits one request, and how far it is. */
import { expect, test } from 'vitest';

import { isExport, Rekindle, type ImportStep } from '../src/index.js';
import { portionsOf } from '../src/api/portions.js';
import { refusal, serve } from './support/server.js';

const DOCUMENT = {
  format: 'rekindle',
  schemaVersion: 1,
  profile: { version: 3 },
  memory: Array.from({ length: 250 }, (_, index) => ({ id: String(index) })),
  sessions: [],
};

test('cuts lists into slices and loses nothing', () => {
  const [head, ...slices] = portionsOf(DOCUMENT) as Record<string, unknown>[];

  expect(head).toEqual({ format: 'rekindle', schemaVersion: 1, profile: { version: 3 } });
  expect(slices.every(isExport)).toBe(true);
  expect(slices.flatMap((slice) => slice['memory'])).toEqual(DOCUMENT.memory);
});

test('makes slices of long items smaller', () => {
  const prompts = Array.from({ length: 5 }, () => ({ content: 'x'.repeat(140_000) }));

  expect(portionsOf({ format: 'rekindle', schemaVersion: 1, prompts })).toHaveLength(4);
});

test('sends files of other systems whole, and their lists in slices', () => {
  expect(portionsOf({ work: { role: 'engineer' } })).toEqual([{ work: { role: 'engineer' } }]);
  expect(portionsOf(DOCUMENT.memory)).toHaveLength(3);
});

test('knows its own export', () => {
  expect(isExport(DOCUMENT)).toBe(true);
  expect(isExport({ format: 'rekindle', memory: [] })).toBe(true);
  expect(isExport({ schemaVersion: 1 })).toBe(false);
  expect(isExport(null)).toBe(false);
});

interface Asked {
  format: string;
  data: Record<string, unknown>;
}

test('an import goes through in as many calls as it takes, and says how far it is', async () => {
  const { url, asked } = await serve(({ body }) => {
    const { memory } = (body as Asked).data as { memory?: { id: string }[] };
    const refused = memory?.[0]
      ? [{ section: 'memory', index: 0, reason: 'R', message: 'No.' }]
      : [];
    const taken = memory ? memory.length - refused.length : 1;
    return { body: { taken, merged: 0, refused, total: memory?.length ?? 1 } };
  });
  const told: ImportStep[] = [];
  const report = await new Rekindle({ url, token: 'token' }).account.import(DOCUMENT, 'rekindle', {
    onProgress: (progress) => told.push(progress),
  });
  expect(asked.map(({ body }) => (body as Asked).data['memory'])).toEqual([
    undefined,
    DOCUMENT.memory.slice(0, 100),
    DOCUMENT.memory.slice(100, 200),
    DOCUMENT.memory.slice(200),
  ]);
  expect(report).toMatchObject({ taken: 248, total: 251 });
  expect(report.refused).toHaveLength(3);
  expect(told.map(({ done, total }) => [done, total])).toEqual([0, 1, 2, 3, 4].map((n) => [n, 4]));
  expect(told.at(-1)?.report).toEqual(report);
});

test('an import that fails has said how far it came', async () => {
  let left = 2;
  const { url } = await serve(() => {
    left -= 1;
    if (left < 0) return refusal(400, 'INVALID_ARGUMENT');
    return { body: { taken: 1, merged: 0, refused: [], total: 1 } };
  });
  const told: ImportStep[] = [];
  const importing = new Rekindle({ url, token: 'token' }).account.import(DOCUMENT, 'rekindle', {
    onProgress: (progress) => told.push(progress),
  });
  await expect(importing).rejects.toMatchObject({ code: 400 });
  expect(told.at(-1)).toMatchObject({ done: 2, report: { taken: 2 } });
});

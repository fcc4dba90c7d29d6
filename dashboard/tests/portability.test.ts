import { expect, it } from 'vitest';

import { contentsOf, isExport, partsOf, read } from '../src/api/portability';

const DOCUMENT = {
  format: 'rekindle',
  schemaVersion: 1,
  profile: { version: 3 },
  memory: Array.from({ length: 250 }, (_, index) => ({ id: String(index) })),
  sessions: [],
};

it('says what a file holds', () => {
  expect(contentsOf(DOCUMENT)).toEqual([
    { part: 'profile', count: null },
    { part: 'memory', count: 250 },
    { part: 'sessions', count: 0 },
  ]);
  expect(contentsOf([1, 2])).toEqual([{ part: '', count: 2 }]);
  expect(contentsOf('text')).toEqual([]);
});

it('cuts lists into slices and loses nothing', () => {
  const [head, ...slices] = partsOf(DOCUMENT) as Record<string, unknown>[];

  expect(head).toEqual({ format: 'rekindle', schemaVersion: 1, profile: { version: 3 } });
  expect(slices.every(isExport)).toBe(true);
  expect(slices.flatMap((slice) => slice['memory'])).toEqual(DOCUMENT.memory);
});

it('makes slices of long items smaller', () => {
  const prompts = Array.from({ length: 5 }, () => ({ content: 'x'.repeat(140_000) }));

  expect(partsOf({ format: 'rekindle', schemaVersion: 1, prompts })).toHaveLength(4);
});

it('sends files of other systems whole, and their lists in slices', () => {
  expect(partsOf({ work: { role: 'engineer' } })).toEqual([{ work: { role: 'engineer' } }]);
  expect(partsOf(DOCUMENT.memory)).toHaveLength(3);
});

it('reads JSON, and lines of JSON', async () => {
  expect(await read(new Blob(['{"a": 1}']))).toEqual({ a: 1 });
  expect(await read(new Blob(['{"a": 1}\n{"a": 2}\n']))).toEqual([{ a: 1 }, { a: 2 }]);
});

it.each(['no json', '{"a": 1}\nno json'])('refuses %j', async (text) => {
  await expect(read(new Blob([text]))).rejects.toThrow(SyntaxError);
});

it('knows its own export', () => {
  expect(isExport(DOCUMENT)).toBe(true);
  expect(isExport({ format: 'rekindle', memory: [] })).toBe(true);
  expect(isExport({ schemaVersion: 1 })).toBe(false);
  expect(isExport(null)).toBe(false);
});

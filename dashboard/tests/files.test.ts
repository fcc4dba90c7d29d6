import { expect, it } from 'vitest';

import { contentsOf, read } from '../src/logic/files';

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

it('reads JSON, and lines of JSON', async () => {
  expect(await read(new Blob(['{"a": 1}']))).toEqual({ a: 1 });
  expect(await read(new Blob(['{"a": 1}\n{"a": 2}\n']))).toEqual([{ a: 1 }, { a: 2 }]);
});

it.each(['no json', '{"a": 1}\nno json'])('refuses %j', async (text) => {
  await expect(read(new Blob([text]))).rejects.toThrow(SyntaxError);
});

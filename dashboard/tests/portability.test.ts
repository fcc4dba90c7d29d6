import { expect, it } from 'vitest';

import { contentsOf, partsOf, read } from '../src/api/portability';

const DOCUMENT = {
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
});

it('cuts lists into slices and loses nothing', () => {
  const [head, ...slices] = partsOf(DOCUMENT);

  expect(head).toEqual({ schemaVersion: 1, profile: { version: 3 } });
  expect(slices.map((slice) => slice['schemaVersion'])).toEqual([1, 1, 1]);
  expect(slices.flatMap((slice) => slice['memory'])).toEqual(DOCUMENT.memory);
});

it('makes slices of long items smaller', () => {
  const long = Array.from({ length: 5 }, () => ({ content: 'x'.repeat(150_000) }));

  expect(partsOf({ schemaVersion: 1, prompts: long })).toHaveLength(4);
});

it.each(['no json', '[]', 'null', '{"profile": {}}'])('takes %s for no export', async (text) => {
  await expect(read(new Blob([text]))).rejects.toThrow(SyntaxError);
});

import { expect, it } from 'vitest';

import { en } from '../src/strings/en';
import { LANGUAGES, type Language } from '../src/strings';

/** What every language may share with English: names of products, files, and keys. */
const SHARED =
  /^(connect\.products\..*\.0|data\.formats\.(profile|profile-meta|processed-turns|changelog|session)|palette\.keys)$/;

/** How many texts may be the same as in English: "Version", "Contradiction", "Description". */
const ALIKE = 45;

/** What is looked up by a value of the API's, of which a file names none. */
const BY_VALUE = ['live', 'errors', 'types', 'levels', 'tones', 'details', 'facts'];

const SOURCES = Object.values(
  import.meta.glob<string>(['../src/**/*.{ts,tsx}', '!../src/strings/*.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

const OTHERS = (Object.keys(LANGUAGES) as Language[]).filter((name) => name !== 'en');

type Leaf = string | ((...values: never[]) => unknown);

function leavesOf(strings: object, path = ''): [string, Leaf][] {
  return Object.entries(strings).flatMap(([key, value]: [string, unknown]): [string, Leaf][] => {
    const name = path ? `${path}.${key}` : key;
    if (typeof value === 'object' && value !== null) return leavesOf(value, name);
    return name === 'locale' || name === 'portrait' ? [] : [[name, value as Leaf]];
  });
}

/** A text with every value it takes filled in; numbers stay recognizable in any notation. */
function filled(leaf: Leaf, count: number): string {
  if (typeof leaf === 'string') return leaf;
  const values = Array.from({ length: leaf.length }, (_, at) => count + at);
  const stand = values.map((value) => Object.assign(Object(value) as object, text(value)));
  return String((leaf as (...all: unknown[]) => unknown)(...stand));
}

/** A number that answers to what the texts call on a string. */
const text = (value: number) => ({ toLowerCase: () => `${value}` });

it.each(OTHERS)('says in %s all that it says in English', async (name) => {
  const other = leavesOf(await LANGUAGES[name].load()).map(([path]) => path);

  expect(other.sort()).toEqual(
    leavesOf(en)
      .map(([path]) => path)
      .sort(),
  );
});

it.each(OTHERS)('names in %s every value that it names in English', async (name) => {
  const english = new Map(leavesOf(en));
  for (const [path, leaf] of leavesOf(await LANGUAGES[name].load())) {
    const original = english.get(path);
    if (typeof leaf !== 'function' || !original) continue;
    const numbers = (said: string) => [...said.matchAll(/[789]\d/g)].map(String).sort();
    expect([path, numbers(filled(leaf, 77))]).toEqual([path, numbers(filled(original, 77))]);
  }
});

it.each(OTHERS)('leaves nothing of the English in %s', async (name) => {
  const english = new Map(leavesOf(en));
  const same = leavesOf(await LANGUAGES[name].load())
    .filter(([path, leaf]) => typeof leaf === 'string' && leaf && leaf === english.get(path))
    .filter(([path]) => !SHARED.test(path));

  expect(same.filter(([, leaf]) => String(leaf).trim().includes(' '))).toEqual([]);
  expect(same.length).toBeLessThan(ALIKE);
});

it('counts as each language does', async () => {
  const notes = async (name: Language, count: number) =>
    (await LANGUAGES[name].load()).memory.entries(count);

  expect([await notes('en', 0), await notes('en', 1)]).toEqual(['0 notes', '1 note']);
  expect([await notes('fr', 0), await notes('fr', 2)]).toEqual(['0 note', '2 notes']);
  expect([await notes('es', 0), await notes('es', 1)]).toEqual(['0 notas', '1 nota']);
  expect([await notes('de', 1), await notes('de', 2)]).toEqual(['1 Notiz', '2 Notizen']);
  expect([await notes('ja', 1), await notes('ja', 2)]).toEqual(['1件のメモ', '2件のメモ']);
});

it('has no text that no view shows', () => {
  const unused = leavesOf(en).filter(([path]) => {
    const [section = '', key = ''] = path.split('.');
    const taken = new RegExp(`t\\(\\)\\.${section}\\b|\\b${section}\\b.*= t\\(\\)`);
    const name = new RegExp(`\\b${key}\\b`);
    return (
      !BY_VALUE.includes(section) && !SOURCES.some((text) => taken.test(text) && name.test(text))
    );
  });

  expect(unused.map(([path]) => path)).toEqual([]);
});

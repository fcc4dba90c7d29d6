import { expect, it } from 'vitest';

import { draftOf, inWords, leavesOf, listOf, patchOf, rebased } from '../src/logic/about';

const ABOUT = {
  name: 'Maya',
  work: { role: 'engineer', languages: ['Python', 'Go'] },
  contacts: [{ name: 'Priya', relation: 'manager' }],
  custom: { team: 'Platform' },
};

it('lists the leaves', () => {
  expect(leavesOf(ABOUT).map(([path]) => path)).toEqual([
    'name',
    'work.role',
    'work.languages',
    'contacts',
    'custom.team',
  ]);
});

it('puts values into words', () => {
  expect(inWords(ABOUT.contacts)).toBe('Priya (manager)');
  expect(inWords(ABOUT.work.languages)).toBe('Python, Go');
  expect(inWords(undefined)).toBe('');
  expect(inWords({ a: 1, b: [2] })).toBe('1, 2');
});

it('sends nothing where nothing was changed', () => {
  expect(patchOf(draftOf(ABOUT), draftOf(ABOUT))).toEqual({});
});

it('sends what was changed, and null for what went', () => {
  const draft = draftOf(ABOUT);
  draft.fields['name'] = '';
  draft.fields['work.languages'] = 'Python, Rust, Python,';
  draft.contacts = [{ name: 'Priya', relation: ' ' }, { name: ' ' }];
  draft.custom = [{ key: 'pet', value: 'cat' }];

  expect(patchOf(draftOf(ABOUT), draft)).toEqual({
    name: null,
    work: { languages: ['Python', 'Rust'] },
    contacts: [{ name: 'Priya' }],
    custom: { team: null, pet: 'cat' },
  });
});

it('takes words from lines too', () => {
  expect(listOf('a, b\n c,,a')).toEqual(['a', 'b', 'c']);
});

it('keeps what was typed when the facts move, and takes the rest as it is', () => {
  const begun = draftOf(ABOUT);
  const draft = draftOf(ABOUT);
  draft.fields['name'] = 'May';
  const now = draftOf({ ...ABOUT, name: 'Maya B.', timezone: 'UTC', custom: { pet: 'cat' } });

  const result = rebased(draft, begun, now);

  expect(result.fields['name']).toBe('May');
  expect(result.fields['timezone']).toBe('UTC');
  expect(result.custom).toEqual([{ key: 'pet', value: 'cat' }]);
});

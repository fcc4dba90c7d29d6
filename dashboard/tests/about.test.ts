import { expect, it } from 'vitest';

import { factPatch, inWords, leavesOf, listOf } from '../src/logic/about';

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

it('patches one fact, whose name may have dots', () => {
  expect(factPatch('name', 'Ada')).toEqual({ name: 'Ada' });
  expect(factPatch('work.role', null)).toEqual({ work: { role: null } });
  expect(factPatch('custom.v1.2', 'ok')).toEqual({ custom: { 'v1.2': 'ok' } });
});

it('takes words from lines too', () => {
  expect(listOf('a, b\n c,,a')).toEqual(['a', 'b', 'c']);
});

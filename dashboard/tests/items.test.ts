import type { ChangelogEntry, Profile } from 'rekindle-client';
import { expect, it } from 'vitest';

import { addressesIn, canUndo, kindOf } from '../src/logic/changes';
import { itemsOf } from '../src/logic/items';
import { cut, spansOf } from '../src/logic/marks';
import { portraitOf, type Sentence } from '../src/logic/portrait';
import { portrait as inGerman } from '../src/strings/portrait/de';
import { portrait as inEnglish } from '../src/strings/portrait/en';

const SURE = { sure: 0.9, fresh: 1, confidence: 0.9, lastSeen: '2026-01-01T00:00:00Z' };

function preference(id: string, type: string, more: object = {}) {
  return { ...SURE, id, type, description: id, active: true, evidence: [], ...more };
}

const PROFILE = {
  about: {
    custom: { location: 'Lisbon' },
    work: { role: 'engineer', org: 'Northwind' },
    name: 'Maya',
  },
  aboutMeta: [{ ...SURE, path: 'name', inferred: false }],
  preferences: [
    preference('tea', 'like', { confidence: 0.8 }),
    preference('walks', 'like'),
    preference('rain', 'like', { confidence: 0.5 }),
    preference('noise', 'dislike', { active: false }),
    preference('jam', 'like', { mayBeOutdated: { was: 'Leeds' }, confidence: 0.7 }),
  ],
  patterns: [
    { ...SURE, id: 'a', description: 'rare', frequency: 1, evidence: [] },
    { ...SURE, id: 'b', description: 'often', frequency: 7, evidence: [] },
  ],
  workflows: [],
  skillLevel: {
    overall: 'intermediate',
    domains: { rust: 'beginner', python: 'advanced' },
    declared: ['rust'],
  },
} as unknown as Profile;

const spoken = (sentence: Sentence) =>
  sentence.map((part) => (typeof part === 'string' ? part : part.text)).join('');

it('lists everything with one kind of address, facts first', () => {
  expect(itemsOf(PROFILE).map((item) => item.address)).toEqual([
    'fact:name',
    'fact:work.role',
    'fact:work.org',
    'fact:custom.location',
    'preference:walks',
    'preference:noise',
    'preference:tea',
    'preference:jam',
    'preference:rain',
    'pattern:b',
    'pattern:a',
    'skill:overall',
    'skill:python',
    'skill:rust',
  ]);
});

it('portrays the user in sentences, by what the context includes', () => {
  const portrait = portraitOf(itemsOf(PROFILE));

  expect(spoken(inEnglish(portrait))).toBe(
    'You are Maya, an engineer at Northwind in Lisbon. You like walks and tea.',
  );
  expect(spoken(inGerman(portrait))).toBe(
    'Sie sind Maya, engineer bei Northwind in Lisbon. Sie mögen walks und tea.',
  );
});

it('says what somebody does as something that they prefer', () => {
  const items = itemsOf({
    ...PROFILE,
    about: {},
    preferences: ['short answers', 'uses Docker', 'works from home'].map((text) =>
      preference(text, 'preference'),
    ),
  } as unknown as Profile);
  expect(spoken(inEnglish(portraitOf(items)))).toBe(
    'You prefer short answers, using Docker, and working from home.',
  );
});

it('says little where little is known, and nothing where nothing is', () => {
  const of = (about: object) => portraitOf(itemsOf({ ...PROFILE, about, preferences: [] }));

  expect(spoken(inEnglish(of({ custom: { location: 'Leeds' } })))).toBe('You live in Leeds.');
  expect(spoken(inEnglish(of({ work: { role: 'nurse' } })))).toBe('You are a nurse.');
  expect(inEnglish(of({}))).toEqual([]);
});

it('finds the words that count, whatever their case and spaces', () => {
  const text = '👋 I  love tea (green).';
  const parts = cut(text, spansOf(text, ['i love Tea', '(green)']));
  expect(parts.map(({ text, span }) => (span ? [text] : text))).toEqual([
    '👋 ',
    ['I  love tea'],
    ' ',
    ['(green)'],
    '.',
  ]);
  expect(spansOf('Hello', [' '])).toEqual([]);
});

const change = (version: number, changes: object, removed: string[] = []) =>
  ({ version, changes, removed }) as unknown as ChangelogEntry;

it('finds the items of a change', () => {
  const changes = {
    preferences: [{ id: 'tea' }],
    patterns: [{ id: 'tests' }],
    work: { role: 'nurse' },
    skillLevel: { overall: 'advanced', domains: { go: 'beginner' } },
  };
  const removed = ['preferences.rain', 'skillLevel.domains.rust', 'skillLevel.sql', 'custom.a.b'];

  expect([...addressesIn(change(1, changes, removed))]).toEqual([
    'preference:tea',
    'pattern:tests',
    'fact:work.role',
    'skill:go',
    'skill:overall',
    'preference:rain',
    'skill:rust',
    'skill:sql',
    'fact:custom.a.b',
  ]);
});

it('tells what a change did', () => {
  const tea = { preferences: [{ id: 'tea' }] };
  const of = (
    changes: object,
    removed: string[],
    changeType: string,
    source: string,
    summary = '',
  ) =>
    kindOf({ ...change(1, changes, removed), changeType, source, changeSummary: summary } as never);

  expect(of(tea, [], 'update', 'minimal/hook')).toBe('learned');
  expect(of({}, ['preferences.tea'], 'update', 'minimal/hook')).toBe('ended');
  expect(of({}, [], 'update', 'minimal/hook')).toBe('nothing');
  expect(of(tea, [], 'update', 'mcp/tool', '+1 preference')).toBe('create');
  expect(of(tea, [], 'update', 'mcp/tool', '~1 preference')).toBe('update');
  expect(of({}, ['preferences.tea'], 'rollback', 'mcp/tool')).toBe('undone');
  expect(of(tea, ['name'], 'rollback', 'mcp/tool')).toBe('rollback');
});

it('undoes nothing that was forgotten everywhere', () => {
  const removed = (description: string) => ({
    ...change(2, {}, ['preferences.tea']),
    removedItems: [{ path: 'preferences.tea', description }],
  });

  expect(canUndo(removed('like tea'))).toBe(true);
  expect(canUndo(removed('like …'))).toBe(false);
  expect(canUndo({ ...change(1, { preferences: [] }), removedItems: [] })).toBe(false);
});

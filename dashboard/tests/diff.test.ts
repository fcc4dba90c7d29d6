import { expect, it } from 'vitest';

import type { Preference, Profile } from 'rekindle-client';
import { differences } from '../src/logic/diff';

function profile(changes: Partial<Profile>): Profile {
  return {
    schemaVersion: 1,
    version: 1,
    lastAnalyzed: null,
    totalPromptsAnalyzed: 0,
    about: {},
    aboutMeta: [],
    preferences: [],
    patterns: [],
    workflows: [],
    skillLevel: { domains: {}, declared: [] },
    forgotten: [],
    ...changes,
  };
}

function preference(id: string, changes: Partial<Preference> = {}): Preference {
  return { id, type: 'like', description: id, active: true, ...changes } as Preference;
}

it('finds nothing between equals, whatever decay has done', () => {
  const before = profile({ preferences: [preference('tea', { confidence: 0.9 })] });
  const after = profile({ version: 2, preferences: [preference('tea', { confidence: 0.5 })] });

  expect(differences(before, after)).toEqual([]);
});

it('tells what was added, removed and changed', () => {
  const before = profile({
    about: { name: 'Maya', work: { role: 'engineer' } },
    preferences: [preference('tea'), preference('rain')],
    skillLevel: { domains: { python: 'beginner' }, declared: [] },
  });
  const after = profile({
    about: { name: 'Maya', work: { org: 'Northwind' } },
    preferences: [preference('tea', { active: false }), preference('sun')],
    skillLevel: { domains: { python: 'advanced' }, declared: [] },
  });

  expect(differences(before, after).map(({ kind, item }) => [kind, item.id])).toEqual([
    ['removed', 'work.role'],
    ['changed', 'tea'],
    ['removed', 'rain'],
    ['changed', 'python'],
    ['added', 'work.org'],
    ['added', 'sun'],
  ]);
});

it('names the fields of what changed, with both values', () => {
  const before = profile({ preferences: [preference('tea', { baseConfidence: 0.7 })] });
  const after = profile({ preferences: [preference('tea', { baseConfidence: 0.8 })] });

  expect(differences(before, after)[0]?.fields).toEqual([
    { field: 'baseConfidence', from: 0.7, to: 0.8 },
  ]);
});

it('finds nothing where only the order of fields differs', () => {
  const metadata = [
    { metadata: { a: 1, b: [{ c: 2, d: 3 }] } },
    { metadata: { b: [{ d: 3, c: 2 }], a: 1 } },
  ];
  const [before, after] = metadata.map((one) => profile({ preferences: [preference('tea', one)] }));

  expect(differences(before ?? profile({}), after ?? profile({}))).toEqual([]);
});

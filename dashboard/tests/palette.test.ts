import { expect, it } from 'vitest';
import type { Profile } from 'rekindle-client';

import { fits, itemsOf } from '../src/logic/palette';

it('finds all words in any order, whatever their case and accents', () => {
  expect(fits('Köln, Einstellungen & Daten', 'daten koln')).toBe(true);
  expect(fits('Timeline', 'time machine')).toBe(false);
  expect(fits('Timeline', '')).toBe(true);
});

it('gives each thing that is known its address', () => {
  const profile = {
    about: { name: 'Maya', work: { role: 'engineer' }, interests: [] },
    preferences: [{ id: 'p', description: 'tea' }],
    patterns: [{ id: 'a', description: 'deployments' }],
    workflows: [{ id: 'w', description: 'review' }],
    skillLevel: { domains: { python: 'advanced' } },
  } as unknown as Profile;
  expect(itemsOf(profile).map(({ item, label }) => [item, label])).toEqual([
    ['fact:name', 'Maya'],
    ['fact:work.role', 'engineer'],
    ['preference:p', 'tea'],
    ['pattern:a', 'deployments'],
    ['workflow:w', 'review'],
    ['skill:python', 'python'],
  ]);
});

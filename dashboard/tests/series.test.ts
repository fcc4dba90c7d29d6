import { expect, it } from 'vitest';

import type { ChangelogEntry, Preference } from 'rekindle-client';
import { courseOf, drawn } from '../src/logic/series';

function entry(version: number, preferences: [string, number][], removed: string[] = []) {
  return {
    version,
    createdAt: `2026-03-0${version}T00:00:00Z`,
    changes: {
      preferences: preferences.map(([id, baseConfidence]) => ({
        id,
        baseConfidence,
        description: `about ${id}`,
      })),
    },
    removed,
  } as unknown as ChangelogEntry;
}

it('follows each preference from its first version to its last', () => {
  const newestFirst = [
    entry(4, [['tea', 0.6]]),
    entry(3, [], ['preferences.tea']),
    entry(2, [['rain', 0.7]]),
    entry(1, [['tea', 0.9]]),
  ];

  const course = courseOf(newestFirst, [{ id: 'tea', confidence: 0.5 } as Preference]);

  expect(course.versions).toEqual([1, 2, 3, 4]);
  expect(course.series).toEqual([
    { id: 'tea', label: 'about tea', values: [0.9, 0.9, null, 0.6, 0.5] },
    { id: 'rain', label: 'about rain', values: [null, 0.7, 0.7, 0.7, null] },
  ]);
});

it('shows what is older than the changelog as it stands', () => {
  const old = { id: 'tea', description: 'tea', baseConfidence: 0.8, confidence: 0.4 } as Preference;

  expect(courseOf([entry(7, [])], [old]).series).toEqual([
    { id: 'tea', label: 'tea', values: [0.8, 0.4] },
  ]);
});

it('draws lines of the same value side by side', () => {
  const series = [
    { id: 'a', label: 'a', values: [0.9, null] },
    { id: 'b', label: 'b', values: [0.9, 0.9] },
  ];

  expect(drawn(series)).toEqual([
    [0.9, null],
    [0.888, 0.9],
  ]);
});

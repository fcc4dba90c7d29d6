import { expect, it } from 'vitest';

import type { ChangelogEntry, Preference, Settings } from 'rekindle-client';
import { courseOf, drawn, heightOf } from '../src/logic/course';

const DAY = 86_400_000;
const at = (day: number) => new Date(Date.UTC(2026, 2, day));
const SETTINGS = { preferenceDecay: 'halfLife', userProfileConfidenceDecayDays: 30 } as Settings;

function entry(day: number, base: number | null, source = 'learned'): ChangelogEntry {
  const item = {
    id: 'tea',
    baseConfidence: base,
    lastUpdated: at(day).toISOString(),
    source,
  };
  return {
    version: day,
    createdAt: at(day).toISOString(),
    changes: base === null ? {} : { preferences: [item] },
    removed: base === null ? ['preferences.tea'] : [],
  } as unknown as ChangelogEntry;
}

const now = (day: number, confidence: number, source = 'learned') =>
  ({
    id: 'tea',
    baseConfidence: confidence,
    confidence,
    lastUpdated: at(day).toISOString(),
    source,
  }) as Preference;

it('keeps every value where it is, however many are equal', () => {
  expect(heightOf(1)).toBe(3);
  expect(heightOf(0)).toBe(25);
  expect(heightOf(0.95)).toBe(4.1);
  const line = [
    { at: 0, value: 0.95 },
    { at: 10, value: 0.95 },
  ];
  expect(drawn(line).path).toBe('M3 4.1L93 4.1');
});

it('puts points at their times, not one beside the other', () => {
  const line = [0, 10, 100].map((time) => ({ at: time, value: 0.5 }));

  expect(drawn(line).path).toBe('M3 14L12 14L93 14');
});

it('leaves a gap where there was nothing, and no dot after the end', () => {
  const line = [1, null, 1, null].map((value, index) => ({ at: index * 10, value }));

  const { path, end } = drawn(line);

  expect(path.match(/M/g)).toHaveLength(2);
  expect(end).toBeNull();
});

it('draws a single moment as a dot at the end', () => {
  expect(drawn([{ at: 7, value: 1 }])).toEqual({ path: 'M93 3', end: { x: 93, y: 3 } });
  expect(drawn([])).toEqual({ path: '', end: null });
});

it('fades between changes and jumps when one comes', () => {
  const points = courseOf([entry(21, 0.8), entry(1, 0.6)], now(21, 0.8), SETTINGS, at(21));

  expect(points[0]).toEqual({ at: at(1).getTime(), value: 0.6 });
  const before = points.filter(
    ({ at: when, value }) => when <= at(21).getTime() && (value ?? 1) < 0.6,
  );
  expect(before.at(-1)?.value).toBeCloseTo(0.6 * 0.5 ** (20 / 30), 5);
  expect(points.at(-1)).toEqual({ at: at(21).getTime(), value: 0.8 });
  const times = points.map((point) => point.at);
  expect(times).toEqual([...times].sort((one, other) => one - other));
});

it('does not fade what the user entered', () => {
  const points = courseOf([entry(1, 0.9, 'manual')], now(1, 0.9, 'manual'), SETTINGS, at(30));

  expect(points.map(({ value }) => value)).toEqual([0.9, 0.9]);
});

it('shows when a preference was gone', () => {
  const entries = [entry(1, 0.9), entry(5, null), entry(9, 0.7)];
  const points = courseOf(entries, now(9, 0.7), SETTINGS, at(10));

  expect(points.filter(({ value }) => value === null)).toEqual([
    { at: at(5).getTime(), value: null },
  ]);
});

it('guesses nothing of the time before the oldest change that is known', () => {
  const points = courseOf([], now(4, 0.7), SETTINGS, at(6));

  expect(points[0]?.at).toBe(at(4).getTime());
  expect(points.at(-1)?.at).toBe(at(4).getTime() + 2 * DAY);
});

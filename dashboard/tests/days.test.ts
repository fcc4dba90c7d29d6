import { expect, it } from 'vitest';

import type { Batch, ChangelogEntry } from 'rekindle-client';
import {
  byDay,
  dateOf,
  daysBetween,
  daysFrom,
  endOf,
  happeningsOf,
  isDay,
  isNamed,
  knownSince,
  shadeOf,
  weeksUntil,
} from '../src/logic/days';

const change = (version: number, day: number, batchId?: string) =>
  ({ id: `v${version}`, version, batchId, createdAt: time(day) }) as ChangelogEntry;
const analysis = (id: string, day: number) => ({ id, createdAt: time(day) }) as Batch;
const time = (day: number) => `2026-03-${String(day).padStart(2, '0')}T12:00:00Z`;
const all = <T>(...items: T[]) => ({ items, more: false });

it('joins an analysis and its change, and keeps an analysis that changed nothing', () => {
  const found = happeningsOf(
    all(change(2, 5, 'two'), change(1, 3)),
    all(analysis('three', 6), analysis('two', 5)),
  );

  expect(found.map(({ id, batch }) => [id, batch?.id])).toEqual([
    ['three', 'three'],
    ['v2', 'two'],
    ['v1', undefined],
  ]);
  expect(byDay(found).map(({ happenings }) => happenings.length)).toEqual([1, 1, 1]);
});

it('shows nothing older than what both lists reach', () => {
  const changes = { items: [change(9, 9), change(8, 6)], more: true };
  const batches = all(analysis('b', 8), analysis('a', 2));

  expect(knownSince(changes, batches)).toBe(time(6));
  expect(happeningsOf(changes, batches).map(({ id }) => id)).toEqual(['v9', 'b', 'v8']);
  expect(knownSince(all<ChangelogEntry>(), all<Batch>())).toBeNull();
});

it('counts days across the change of clocks', () => {
  expect(daysFrom('2026-03-28', 2)).toBe('2026-03-30');
  expect(daysBetween('2026-03-01', '2026-11-01')).toBe(245);
  expect(dateOf(new Date(2026, 0, 5, 0, 1))).toBe('2026-01-05');
});

it('ends a day at midnight, and today now', () => {
  const now = new Date(2026, 2, 5, 15);

  expect(endOf('2026-03-05', now)).toEqual(now);
  expect(endOf('2026-03-04', now).getHours()).toBe(23);
});

it('shows thirteen weeks, of which the last one holds today', () => {
  const weeks = weeksUntil('2026-11-25');

  expect(weeks).toHaveLength(13);
  expect(weeks[12]).toContain('2026-11-25');
  expect(weeks[12]?.[0]).toBe('2026-11-23');
  expect(weeks[0]?.[0]).toBe('2026-08-31');
});

it('names a month where there is room before the next', () => {
  const weeks = weeksUntil('2026-11-25');

  // The first week begins on 31 August, and the next in September.
  const named = weeks.flatMap((_, week) => (isNamed(weeks, week) ? week : []));
  expect(named).toEqual([1, 5, 9]);
});

it('knows a day from the time or the id of a change', () => {
  const texts = ['2026-11-25', '2026-11-25T12:00:00Z', '0000000001'];

  expect(texts.filter(isDay)).toEqual(['2026-11-25']);
});

it('shades by the busiest day, and never hides a single change', () => {
  expect([0, 1, 20, 40].map((count) => shadeOf(count, 40))).toEqual(['0%', '40%', '60%', '100%']);
  expect(shadeOf(1, 1)).toBe('40%');
});

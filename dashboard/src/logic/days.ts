/** What happened, day by day, from the changes of the profile and the analyses. */
import type { Batch, ChangelogEntry } from 'rekindle-client';

/** A change, the analysis behind it, or an analysis that changed nothing. */
export interface Happening {
  id: string;
  at: string;
  entry: ChangelogEntry | null;
  batch: Batch | null;
}

export interface Day {
  /** In the user's time zone, as 2026-11-03. */
  date: string;
  happenings: Happening[];
}

interface Loaded<T> {
  items: readonly T[];
  more: boolean;
}

/** The day of a time where the user is, as 2026-11-03. */
export function dateOf(when: string | Date): string {
  const time = new Date(when);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Whether it is a day, and not the time of a change, or its id. */
export const isDay = (text: string): boolean => /^\d+-\d+-\d+$/.test(text);

/** Noon of a day where the user is: it is on that day whatever the clocks do. */
export const noonOf = (date: string): Date => new Date(`${date}T12:00:00`);

/** The day some days later, or earlier. */
export function daysFrom(date: string, days: number): string {
  const noon = noonOf(date);
  noon.setDate(noon.getDate() + days);
  return dateOf(noon);
}

/** How many days lie between two. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((noonOf(to).getTime() - noonOf(from).getTime()) / 86_400_000);

/** The last moment of a day, or now if the day is not over. */
export function endOf(date: string, now: Date): Date {
  const end = new Date(`${date}T23:59:59.999`);
  return end < now ? end : now;
}

/**
 * The oldest time from which everything is loaded; null if that is all there is.
 *
 * Of two lists that grow by pages, one may reach further back than the other.
 */
export function knownSince(changes: Loaded<ChangelogEntry>, batches: Loaded<Batch>): string | null {
  const ends = [
    changes.more ? changes.items.at(-1)?.createdAt : undefined,
    batches.more ? batches.items.at(-1)?.createdAt : undefined,
  ].filter((end) => end !== undefined);
  return ends.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? null;
}

/** All that happened and is loaded, newest first. An analysis and its change are one happening. */
export function happeningsOf(changes: Loaded<ChangelogEntry>, batches: Loaded<Batch>): Happening[] {
  const since = knownSince(changes, batches);
  const analyses = new Map(batches.items.map((batch) => [batch.id, batch]));
  const found: Happening[] = changes.items.map((entry) => {
    const batch = (entry.batchId && analyses.get(entry.batchId)) || null;
    if (batch) analyses.delete(batch.id);
    return { id: entry.id, at: entry.createdAt, entry, batch };
  });
  for (const batch of analyses.values()) {
    found.push({ id: batch.id, at: batch.finishedAt ?? batch.createdAt, entry: null, batch });
  }
  const version = ({ entry }: Happening) => entry?.version ?? 0;
  return found
    .filter(({ at }) => since === null || Date.parse(at) >= Date.parse(since))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || version(b) - version(a));
}

export function byDay(happenings: readonly Happening[]): Day[] {
  const days: Day[] = [];
  for (const happening of happenings) {
    const date = dateOf(happening.at);
    const last = days.at(-1);
    if (last?.date === date) last.happenings.push(happening);
    else days.push({ date, happenings: [happening] });
  }
  return days;
}

export const WEEKS = 13;
/** As many weeks as changes are kept, 90 days: the last one holds today. Each is Monday to Sunday. */
export function weeksUntil(today: string): string[][] {
  const weekday = (noonOf(today).getDay() + 6) % 7;
  const first = daysFrom(today, -weekday - 7 * (WEEKS - 1));
  return Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => daysFrom(first, 7 * week + day)),
  );
}

/** Whether the name of a month stands above a week: where one begins, if the next leaves it room. */
export function isNamed(weeks: readonly string[][], week: number): boolean {
  const month = (at: number) => weeks[at]?.[0]?.slice(0, 7);
  return month(week) !== month(week - 1) && [month(week), undefined].includes(month(week + 1));
}

/** How dark the cell of a day is, in steps of a quarter of the busiest day. */
export const shadeOf = (count: number, most: number): string =>
  `${count ? 20 + 20 * Math.max(1, Math.ceil((4 * count) / Math.max(4, most))) : 0}%`;

/** The confidence of each preference over the versions, from the changelog. */
import type { ChangelogEntry, Preference } from 'rekindle-client';

export interface Series {
  id: string;
  label: string;
  /** One value per version, then today's; null if the preference did not exist. */
  values: (number | null)[];
}

export interface Course {
  /** The versions, oldest first. */
  versions: number[];
  series: Series[];
}

/** The distance between lines of the same value. */
const APART = 0.012;

/** The values to draw: lines that would overlap are moved apart a little. */
export function drawn(shown: Series[]): (number | null)[][] {
  return shown.map((series, index) =>
    series.values.map((value, at) => {
      if (value === null) return null;
      const above = shown.slice(0, index).filter((other) => other.values[at] === value);
      return value - APART * above.length;
    }),
  );
}

/**
 * The confidence of all preferences over time.
 *
 * The changelog gives the changes of each version. A preference that no known version changed,
 * because older entries have expired, existed all the time. Today's values include decay.
 */
export function courseOf(newestFirst: ChangelogEntry[], current: Preference[]): Course {
  const entries = [...newestFirst].sort((a, b) => a.version - b.version);
  const found = new Map<string, Series>();
  const last = new Map<string, number>();
  entries.forEach((entry, index) => {
    const changed = (entry.changes['preferences'] ?? []) as Partial<Preference>[];
    for (const item of changed) {
      if (!item.id) continue;
      let series = found.get(item.id);
      if (!series) {
        series = { id: item.id, label: '', values: entries.map(() => null) };
        found.set(item.id, series);
      }
      series.label = item.description ?? series.label;
      last.set(item.id, item.baseConfidence ?? 0);
    }
    for (const path of entry.removed) {
      if (path.startsWith('preferences.')) last.delete(path.slice('preferences.'.length));
    }
    for (const [id, value] of last) {
      const series = found.get(id);
      if (series) series.values[index] = value;
    }
  });
  for (const item of current) {
    if (!found.has(item.id)) {
      found.set(item.id, {
        id: item.id,
        label: item.description,
        values: entries.map(() => item.baseConfidence),
      });
    }
  }
  const today = new Map(current.map((item) => [item.id, item.confidence]));
  for (const series of found.values()) series.values.push(today.get(series.id) ?? null);
  return { versions: entries.map((entry) => entry.version), series: [...found.values()] };
}

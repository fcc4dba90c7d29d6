/** The confidence of each preference over the versions, read from the changelog. */
import type { ChangelogEntry, Preference } from '../api/types';

export interface Series {
  id: string;
  label: string;
  /** One value for each version; null where the preference was not there. */
  values: (number | null)[];
}

export interface Course {
  versions: number[];
  times: string[];
  series: Series[];
}

/**
 * The course of all preferences.
 *
 * The changelog tells what each version changed. A preference that no known version touched, since
 * older entries have ended, stood there all the time with the confidence it has now.
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
  return {
    versions: entries.map((entry) => entry.version),
    times: entries.map((entry) => entry.createdAt),
    series: [...found.values()],
  };
}

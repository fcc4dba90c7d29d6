/** How sure the memory was of a preference over time, from the changelog and the rules of fading. */
import type { ChangelogEntry, Preference, Settings } from 'rekindle-client';

import { faded } from './decay';

export interface Point {
  /** When, in milliseconds since 1970. */
  at: number;
  /** The confidence from 0 to 1; null where the preference was not in the profile. */
  value: number | null;
}

const DAY = 86_400_000;
/** Samples between two changes: enough that a fading line looks like one. */
const SAMPLES = 24;

type Known = Pick<Preference, 'id' | 'baseConfidence' | 'lastUpdated' | 'source'>;

/**
 * The confidence of a preference from the first change that is known until now.
 *
 * Between changes it fades by today's rules. What happened before the oldest known change is left
 * out rather than guessed.
 *
 * @param entries the changelog, in any order
 * @param item the preference as it is now
 */
export function courseOf(
  entries: readonly ChangelogEntry[],
  item: Preference,
  settings: Settings,
  now: Date,
): Point[] {
  const changes = changesOf(entries, item.id);
  if (!changes.some(({ state }) => state)) {
    changes.unshift({ at: Date.parse(item.lastUpdated), state: item });
  }
  const points: Point[] = [];
  changes.forEach(({ at, state }, index) => {
    if (!state) {
      if (points.length) points.push({ at, value: null });
      return;
    }
    const end = Math.max(at, changes[index + 1]?.at ?? now.getTime());
    const rule = state.source === 'manual' ? 'none' : settings.preferenceDecay;
    const count = rule === 'none' ? 1 : Math.min(SAMPLES, Math.max(1, Math.ceil((end - at) / DAY)));
    for (let sample = 0; sample <= count; sample += 1) {
      const time = at + ((end - at) * sample) / count;
      const age = (time - Date.parse(state.lastUpdated)) / DAY;
      const value = faded(state.baseConfidence, age, rule, settings.userProfileConfidenceDecayDays);
      points.push({ at: time, value });
    }
  });
  return [...points.slice(0, -1), { at: now.getTime(), value: item.confidence }];
}

/** The states of an item, oldest first; null where it was taken out. */
function changesOf(entries: readonly ChangelogEntry[], id: string) {
  const found: { at: number; state: Known | null }[] = [];
  for (const entry of [...entries].sort((a, b) => a.version - b.version)) {
    const at = Date.parse(entry.createdAt);
    const changed = (entry.changes['preferences'] ?? []) as Known[];
    const state = changed.find((item) => item.id === id);
    if (state) found.push({ at, state });
    else if (entry.removed.includes(`preferences.${id}`)) found.push({ at, state: null });
  }
  return found;
}

/** What is drawn in, with room on each side, so that no line is cut off where it touches the edge. */
export const FRAME = { width: 96, height: 28, inset: 3 };

/** The height of a value in the frame: 1 at the top, 0 at the bottom, nothing moved. */
export const heightOf = (value: number): number =>
  round(FRAME.inset + (1 - value) * (FRAME.height - 2 * FRAME.inset));

/**
 * Points on an axis of time: the line as the `d` of an SVG path, with a gap where the value is null, and
 * where the last value stands, if the line reaches the end. Equal distances are equal times.
 */
export function drawn(points: readonly Point[]) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return { path: '', end: null };
  const span = last.at - first.at;
  const inner = FRAME.width - 2 * FRAME.inset;
  const x = (at: number) => round(FRAME.inset + (span ? (at - first.at) / span : 1) * inner);
  let path = '';
  let isApart = true;
  for (const { at, value } of points) {
    if (value !== null) path += `${isApart ? 'M' : 'L'}${x(at)} ${heightOf(value)}`;
    isApart = value === null;
  }
  const end = last.value === null ? null : { x: x(last.at), y: heightOf(last.value) };
  return { path, end };
}

const round = (value: number) => Math.round(value * 100) / 100;

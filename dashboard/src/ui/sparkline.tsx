/** A small line of confidence over time. Its label says the same in words. */
import { useMemo } from 'preact/hooks';

import { live, useTopic } from '../live/rekindle';
import { changelog, profile, settings } from '../live/topics';
import { courseOf, drawn, FRAME, heightOf, type Point } from '../logic/course';
import { TOLD_FROM } from '../logic/decay';
import { t } from '../strings';
import { day, percent } from './format';

/** How sure the memory was of a preference, from the first change that is known until now. */
export function Course({ id }: { id: string }) {
  const item = useTopic(profile).data?.preferences.find((each) => each.id === id);
  const rules = useTopic(settings).data;
  const entries = useTopic(changelog).data?.items;
  const points = useMemo(
    () => (item && rules && entries ? courseOf(entries, item, rules, live.now()) : []),
    [item, rules, entries],
  );
  const first = points.find(({ value }) => value !== null);
  const last = points.at(-1);
  if (!first || !last) return null;
  const label = t().sparkline(
    percent(first.value ?? 0),
    day(new Date(first.at)),
    last.value === null ? '' : percent(last.value),
  );
  return <Chart points={points} label={label} />;
}

/** Draws values as they are: 0 at the bottom, 1 at the top, and the inclusion threshold as a line. */
export function Chart({ points, label }: { points: readonly Point[]; label: string }) {
  const { path, end } = drawn(points);
  const told = heightOf(TOLD_FROM);
  return (
    <svg class="chart" viewBox={`0 0 ${FRAME.width} ${FRAME.height}`} role="img" aria-label={label}>
      <line x1={FRAME.inset} x2={FRAME.width - FRAME.inset} y1={told} y2={told} />
      <path d={path} />
      {end && <circle cx={end.x} cy={end.y} r="2.2" />}
    </svg>
  );
}

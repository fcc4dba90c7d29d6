/** The differences between two states: any two days or changes, or one change and the newest. */
import { useEffect } from 'preact/hooks';
import type { ChangelogEntry, Profile, RequestOptions } from 'rekindle-client';
import { topic } from 'rekindle-client/live';

import { live, rekindle } from '../../live/rekindle';
import { endOf, isDay, noonOf } from '../../logic/days';
import { t } from '../../strings';
import { day, moment } from '../../ui/format';
import { Section, Show } from '../../ui/parts';
import { param, withParams } from '../../ui/router';
import { Differences } from './differences';

const BETWEEN = '..';

/** The changes that are chosen to be compared, by their ids, or two days; older first. */
export const compared = (): string[] => param('compare').split(BETWEEN).filter(Boolean);

/** The address that compares two days, or changes. */
export const comparing = (ids: readonly string[]): string =>
  withParams({ compare: [...ids].sort().join(BETWEEN) });

/** The address after choosing a change, or after giving up the choice. */
export function choosing(id: string): string {
  const [first, second] = compared();
  if (first === id && !second) return comparing([]);
  return comparing(first && !second ? [first, id] : [id]);
}

export function Compare({ entries }: { entries: readonly ChangelogEntry[] }) {
  const words = t().timeline;
  const chosen = compared();
  const [first] = chosen;
  const address = chosen.join(BETWEEN);
  useEffect(() => document.getElementById('comparison')?.scrollIntoView(), [address]);
  if (!first) return null;
  // One alone is compared with the newest, and that with the one before.
  const newest = entries.find(({ id }) => id !== first)?.id ?? first;
  const [older = first, newer = first] = [first, chosen[1] ?? newest].sort();
  const nameOf = (id: string) => {
    if (isDay(id)) return day(noonOf(id));
    const entry = entries.find((each) => each.id === id);
    return entry ? words.versionAt(entry.version, moment(entry.createdAt)) : id;
  };
  return (
    <Section
      id="comparison"
      title={words.compare}
      lead={words.between(nameOf(older), nameOf(newer))}
      closes="compare"
    >
      {chosen.length === 1 && (
        <p class="muted small" role="status">
          {words.chooseAnother(nameOf(first))}
        </p>
      )}
      <div class="card">
        <Show of={statesAfter(older, newer)} lines={2}>
          {([before, after]) => <Differences before={before} after={after} />}
        </Show>
      </div>
    </Section>
  );
}

/** The profile as it was known at a time, or at the end of a day. */
export function knownAt(when: string, options?: RequestOptions): Promise<Profile> {
  const asOf = isDay(when) ? endOf(when, live.now()).toISOString() : when;
  return rekindle.profile.get({ asOf }, options);
}

/** The profile after a day, or after a change: its snapshot while that is kept, or as known then. */
async function stateAfter(id: string): Promise<Profile> {
  if (isDay(id)) return knownAt(id);
  const { snapshot, createdAt } = await rekindle.profile.change(id);
  return (snapshot as Profile | null | undefined) ?? knownAt(createdAt);
}

const statesAfter = (older: string, newer: string) =>
  topic(`after ${older} ${newer}`, ['profile'], () =>
    Promise.all([stateAfter(older), stateAfter(newer)]),
  );

/** The profile before a change, and after it. No two changes are made within a millisecond. */
export const statesAround = ({ id, createdAt }: ChangelogEntry) =>
  topic(`around ${id}`, ['profile'], (_, options) => {
    const before = new Date(Date.parse(createdAt) - 1).toISOString();
    return Promise.all([knownAt(before, options), knownAt(createdAt, options)]);
  });

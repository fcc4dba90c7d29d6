/** The differences between two states: any two changes, or one and the newest until then. */
import { useEffect } from 'preact/hooks';
import type { ChangelogEntry, Profile } from 'rekindle-client';
import { topic } from 'rekindle-client/live';

import { rekindle } from '../../live/rekindle';
import { t } from '../../strings';
import { moment } from '../../ui/format';
import { Section, Show } from '../../ui/parts';
import { param, withParams } from '../../ui/router';
import { Differences } from './differences';

const BETWEEN = '..';

/** The changes that are chosen to be compared, by their ids: none, one, or two, older first. */
export const compared = (): string[] => param('compare').split(BETWEEN).filter(Boolean);

/** The address after choosing a change, or after giving up the choice. */
export function choosing(id: string): string {
  const [first, second] = compared();
  if (first === id && !second) return withParams({ compare: '' });
  const ids = first && !second ? [first, id].sort() : [id];
  return withParams({ compare: ids.join(BETWEEN) });
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

/** The profile after a change: its snapshot while that is kept, or what was known then. */
async function stateAfter(id: string): Promise<Profile> {
  const { snapshot, createdAt } = await rekindle.profile.change(id);
  return (snapshot as Profile | null | undefined) ?? rekindle.profile.get({ asOf: createdAt });
}

const statesAfter = (older: string, newer: string) =>
  topic(`after ${older} ${newer}`, ['profile'], () =>
    Promise.all([stateAfter(older), stateAfter(newer)]),
  );

/** The profile before a change, and after it. No two changes are made within a millisecond. */
export const statesAround = ({ id, createdAt }: ChangelogEntry) =>
  topic(`around ${id}`, ['profile'], ({ profile }, options) => {
    const before = new Date(Date.parse(createdAt) - 1).toISOString();
    return Promise.all([
      profile.get({ asOf: before }, options),
      profile.get({ asOf: createdAt }, options),
    ]);
  });

/** The profile before and after a change. */
import type { ChangelogEntry, Profile } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';

/** The profile after a change: its snapshot while that is kept, or what was known then. */
export async function stateAfter(id: string): Promise<Profile> {
  const { snapshot, createdAt } = await rekindle.profile.change(id);
  return (snapshot as Profile | null | undefined) ?? rekindle.profile.get({ asOf: createdAt });
}

/** The profile before a change, and after it. No two changes are made within a millisecond. */
export async function statesAround(entry: ChangelogEntry): Promise<[Profile, Profile]> {
  const before = new Date(Date.parse(entry.createdAt) - 1).toISOString();
  return Promise.all([
    rekindle.profile.get({ asOf: before }),
    rekindle.profile.get({ asOf: entry.createdAt }),
  ]);
}

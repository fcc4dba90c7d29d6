/** The profile before and after a change. */
import { useEffect, useState } from 'preact/hooks';
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

export interface Read<T> {
  data: T | null;
  error: unknown;
  retry: () => void;
}

/** Reads something that does not change, once for each key. */
export function useRead<T>(key: string, read: () => Promise<T>): Read<T> {
  const [known, setKnown] = useState<{ key: string; data?: T; error?: unknown }>({ key: '' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    let isShown = true;
    read()
      .then((data) => isShown && setKnown({ key, data }))
      .catch((error: unknown) => isShown && setKnown({ key, error }));
    return () => {
      isShown = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, turn]);
  const mine = known.key === key ? known : undefined;
  return {
    data: mine?.data ?? null,
    error: mine?.error ?? null,
    retry: () => setTurn(turn + 1),
  };
}

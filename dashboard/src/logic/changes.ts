/** Which changes of the profile are changes of an item. */
import type { ChangelogEntry } from 'rekindle-client';

import { leavesOf } from './about';
import { OVERALL, partsOf } from './items';

const LISTS = { preference: 'preferences', pattern: 'patterns', workflow: 'workflows' } as const;

/** Whether a change added, changed or removed the item at an address. */
export function touches(entry: ChangelogEntry, address: string): boolean {
  const parts = partsOf(address);
  if (!parts) return false;
  const { kind, id } = parts;
  const { preferences, patterns, workflows, skillLevel, ...about } = entry.changes;
  if (kind === 'fact') {
    return entry.removed.includes(id) || leavesOf(about).some(([path]) => path === id);
  }
  if (kind === 'skill') {
    const levels = (skillLevel ?? {}) as { overall?: string; domains?: object };
    const path = id === OVERALL ? `skillLevel.${id}` : `skillLevel.domains.${id}`;
    const isSet = id === OVERALL ? !!levels.overall : id in (levels.domains ?? {});
    return isSet || entry.removed.includes(path);
  }
  const lists = { preferences, patterns, workflows } as Record<
    string,
    { id: string }[] | undefined
  >;
  const changed = lists[LISTS[kind]] ?? [];
  return entry.removed.includes(`${LISTS[kind]}.${id}`) || changed.some((item) => item.id === id);
}

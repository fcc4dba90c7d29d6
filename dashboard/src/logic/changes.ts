/** Changes of the profile: which items they concern, and what they did. */
import type { Batch, ChangelogEntry } from 'rekindle-client';

import { leavesOf } from './about';
import { addressOf, OVERALL, type ItemKind } from './items';

const KINDS: Record<string, ItemKind> = {
  preferences: 'preference',
  patterns: 'pattern',
  workflows: 'workflow',
};

/** The addresses of the items that a change added, changed or removed. */
export function addressesIn({ changes, removed }: Pick<ChangelogEntry, 'changes' | 'removed'>) {
  const { skillLevel, ...rest } = changes;
  const { overall, domains } = (skillLevel ?? {}) as { overall?: string; domains?: object };
  const parts = Object.entries(rest).flatMap(([name, value]) => {
    const kind = KINDS[name];
    if (!kind) return leavesOf({ [name]: value }).map(([path]) => addressOf('fact', path));
    return (value as { id: string }[]).map(({ id }) => addressOf(kind, id));
  });
  const skills = [...Object.keys(domains ?? {}), ...(overall ? [OVERALL] : [])];
  return new Set([
    ...parts,
    ...skills.map((name) => addressOf('skill', name)),
    ...removed.map(addressAt),
  ]);
}

/** The id of the change that made a version. */
export const changeOf = (version: number): string => String(version).padStart(10, '0');

/** The address of what the changelog names by its path. */
function addressAt(path: string): string {
  const [, list = '', id = path] =
    /^(preferences|patterns|workflows|skillLevel(?:\.domains)?)\.(.+)$/s.exec(path) ?? [];
  return addressOf(list ? (KINDS[list] ?? 'skill') : 'fact', id);
}

/** Whether anything is left to undo: what was forgotten everywhere does not come back. */
export function canUndo({ version, changes, removed, removedItems }: ChangelogEntry): boolean {
  const isPurged =
    removedItems.length > 0 &&
    removedItems.every(({ description }) => /(^|\s)…$/.test(description));
  return version > 0 && addressesIn({ changes, removed: isPurged ? [] : removed }).size > 0;
}

/** How an item went, by its last change and the analysis behind it. Of what fades, neither tells. */
export function wayOut(entry: ChangelogEntry, analysis: Batch | null, address: string) {
  if (!addressesIn({ changes: {}, removed: entry.removed }).has(address)) return 'decay';
  if (!analysis) return kindOf(entry);
  const decision = analysis.decisions.findLast(({ itemId }) => address.endsWith(`:${itemId}`));
  return decision?.outcome ?? 'decay';
}

/** What a change did, told by its outcome. */
export function kindOf(entry: ChangelogEntry) {
  const { changeType, changes, changeSummary, source, removed } = entry;
  const isNew = addressesIn({ changes, removed: [] }).size > 0;
  const isLearned = source.endsWith('/hook');
  if (changeType === 'rollback') return !isNew && removed.length ? 'undone' : 'rollback';
  if (changeType !== 'create' && changeType !== 'update') return changeType;
  if (!isNew && removed.length) return isLearned ? 'ended' : 'remove';
  if (isLearned) return isNew ? 'learned' : 'nothing';
  return /[~-]\d/.test(changeSummary) ? 'update' : 'create';
}

/** The differences between two profiles, item by item and field by field. */
import type { Profile } from 'rekindle-client';

import { itemsOf, type Item } from './items';

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface Difference {
  kind: 'added' | 'removed' | 'changed';
  item: Item;
  fields: FieldChange[];
}

/** The fields that say what an item is; others follow from these or from time alone. */
const TELLING = [
  'type',
  'category',
  'description',
  'baseConfidence',
  'context',
  'active',
  'source',
  'frequency',
  'steps',
  'metadata',
];

export function differences(before: Profile, after: Profile): Difference[] {
  const byAddress = (profile: Profile) =>
    new Map(itemsOf(profile).map((item) => [item.address, item]));
  const [past, present] = [byAddress(before), byAddress(after)];
  return [...new Set([...past.keys(), ...present.keys()])].flatMap((address): Difference[] => {
    const [old, now] = [past.get(address), present.get(address)];
    const item = now ?? old;
    if (!item) return [];
    const fields = changed(old, now);
    if (!old || !now) {
      // An item of several fields is shown by its description.
      const isPlain = item.kind === 'fact' || item.kind === 'skill';
      return [{ kind: old ? 'removed' : 'added', item, fields: isPlain ? fields : [] }];
    }
    return fields.length ? [{ kind: 'changed', item, fields }] : [];
  });
}

function changed(before: Item | undefined, after: Item | undefined): FieldChange[] {
  const [from, to] = [told(before), told(after)];
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((field) => inOrder(from[field]) !== inOrder(to[field]))
    .map((field) => ({ field, from: from[field], to: to[field] }));
}

/** What an item says, field by field. */
function told(item: Item | undefined): Record<string, unknown> {
  if (!item) return {};
  if (item.kind === 'fact') return { [item.id]: item.value };
  if (item.kind === 'skill') return { [item.id]: item.level };
  const fields = Object.entries(item.kind === 'preference' ? item.preference : habitOf(item));
  return Object.fromEntries(fields.filter(([name]) => TELLING.includes(name)));
}

const habitOf = (item: Extract<Item, { kind: 'pattern' | 'workflow' }>) =>
  item.kind === 'pattern' ? item.pattern : item.workflow;

/** JSON by which two values are equal in whatever order their fields stand. */
const inOrder = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** The differences between two profiles, item by item and field by field. */
import type { Profile } from 'rekindle-client';
import { leavesOf } from './about';

export type Section = 'about' | 'preferences' | 'patterns' | 'workflows' | 'skills';

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

export interface Difference {
  section: Section;
  kind: 'added' | 'removed' | 'changed';
  /** The id of an item, the path of a fact, or the domain of a skill. */
  id: string;
  label: string;
  fields: FieldChange[];
}

interface Item {
  id: string;
  description: string;
  type?: string;
}

/** The fields that say what an item is; others follow from these or from time alone. */
const TELLING = new Set([
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
]);

export function differences(before: Profile, after: Profile): Difference[] {
  return [
    ...flat('about', aboutOf(before), aboutOf(after)),
    ...items('preferences', before.preferences, after.preferences),
    ...items('patterns', before.patterns, after.patterns),
    ...items('workflows', before.workflows, after.workflows),
    ...flat('skills', skillsOf(before), skillsOf(after)),
  ];
}

function aboutOf(profile: Profile): Map<string, unknown> {
  return new Map(leavesOf(profile.about));
}

function skillsOf({ skillLevel }: Profile): Map<string, unknown> {
  const levels = new Map<string, unknown>(Object.entries(skillLevel.domains));
  if (skillLevel.overall) levels.set('overall', skillLevel.overall);
  return levels;
}

function flat(
  section: Section,
  before: Map<string, unknown>,
  after: Map<string, unknown>,
): Difference[] {
  const found: Difference[] = [];
  for (const label of new Set([...before.keys(), ...after.keys()])) {
    const [from, to] = [before.get(label), after.get(label)];
    if (same(from, to)) continue;
    const kind = from === undefined ? 'added' : to === undefined ? 'removed' : 'changed';
    found.push({ section, kind, id: label, label, fields: [{ field: label, from, to }] });
  }
  return found;
}

function items(section: Section, before: readonly Item[], after: readonly Item[]): Difference[] {
  const past = new Map(before.map((item) => [item.id, item]));
  const present = new Map(after.map((item) => [item.id, item]));
  const found: Difference[] = [];
  for (const [id, item] of present) {
    const old = past.get(id);
    if (!old) found.push({ section, kind: 'added', id, label: item.description, fields: [] });
    else {
      const fields = changedFields(old, item);
      if (fields.length)
        found.push({ section, kind: 'changed', id, label: item.description, fields });
    }
  }
  for (const [id, item] of past) {
    if (!present.has(id)) {
      found.push({ section, kind: 'removed', id, label: item.description, fields: [] });
    }
  }
  return found;
}

function changedFields(before: Item, after: Item): FieldChange[] {
  const [past, present] = [before, after] as unknown as Record<string, unknown>[];
  if (!past || !present) return [];
  return [...new Set([...Object.keys(past), ...Object.keys(present)])]
    .filter((field) => TELLING.has(field) && !same(past[field], present[field]))
    .map((field) => ({ field, from: past[field], to: present[field] }));
}

/** Whether two values of JSON are equal, in whatever order their fields stand. */
const same = (a: unknown, b: unknown) => inOrder(a) === inOrder(b);

const inOrder = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

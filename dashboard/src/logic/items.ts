/** Facts, preferences, habits and skills as one kind of item, with one kind of address. */
import type { FactMeta, Level, Pattern, Preference, Profile, Workflow } from 'rekindle-client';

import { FIELDS, inWords, leavesOf } from './about';
import { LEVELS } from './choices';
import { TOLD_FROM } from './decay';

export type ItemKind = 'fact' | 'preference' | 'pattern' | 'workflow' | 'skill';
export type Doubt = NonNullable<Preference['mayBeOutdated']>;
export type Evidence = Preference['evidence'][number];

interface Known {
  /** As in `?item=`: the kind, a colon, and the ID, path or name. */
  address: string;
  id: string;
  text: string;
  active: boolean;
  /** Whether the user has said it by hand. */
  declared: boolean;
  /** Whether the context includes it. */
  included: boolean;
  /** How good the evidence is, and how much of it is left, each from 0 to 1; skills have none. */
  sure: number | null;
  fresh: number | null;
  /** When it was last mentioned. */
  seen: string | null;
  /** Why it may no longer hold. */
  doubt: Doubt | null;
  connection: string | null;
  evidence: Evidence[];
}
export type Item =
  | (Known & { kind: 'fact'; value: unknown; meta: FactMeta | undefined })
  | (Known & { kind: 'preference'; preference: Preference })
  | (Known & { kind: 'pattern'; pattern: Pattern })
  | (Known & { kind: 'workflow'; workflow: Workflow })
  | (Known & { kind: 'skill'; level: Level });

/** The overall level has no domain; this stands for it in its address. */
export const OVERALL = 'overall';

/** The patch that sets a skill level, or with null removes it. */
export const levelPatch = (name: string, level: Level | null) =>
  name === OVERALL ? { overall: level } : { domains: { [name]: level } };

/** How far up the levels one is, from 0 to 1. */
export const levelShare = (level: Level): number => (LEVELS.indexOf(level) + 1) / LEVELS.length;

export const addressOf = (kind: ItemKind, id: string) => `${kind}:${id}`;

const IN_CONTEXT: Record<string, ItemKind> = {
  about: 'fact',
  preferences: 'preference',
  patterns: 'pattern',
  workflows: 'workflow',
};

/** The address of what a section of the context says; null if that is a note. */
export function addressInContext(section: string, id: string): string | null {
  const kind = IN_CONTEXT[section];
  return kind ? addressOf(kind, id) : null;
}

/** All that a profile says, facts first; within a kind, the surest, most frequent, or highest first. */
export function itemsOf(profile: Profile): Item[] {
  return [
    ...factsOf(profile),
    ...[...profile.preferences].sort((a, b) => b.confidence - a.confidence).map(ofPreference),
    ...[...profile.patterns]
      .sort((a, b) => b.frequency - a.frequency)
      .map((pattern): Item => ({ ...ofHabit('pattern', pattern), kind: 'pattern', pattern })),
    ...[...profile.workflows]
      .sort((a, b) => b.frequency - a.frequency)
      .map((workflow): Item => ({ ...ofHabit('workflow', workflow), kind: 'workflow', workflow })),
    ...skillsOf(profile),
  ];
}

function factsOf(profile: Profile): Item[] {
  const order: string[] = FIELDS.map(([path]) => path);
  const place = (path: string) => (order.includes(path) ? order.indexOf(path) : order.length);
  const leaves = leavesOf(profile.about).sort(([a], [b]) => place(a) - place(b));
  return leaves.map(([path, value]) => {
    const meta = profile.aboutMeta.find((item) => item.path === path);
    return {
      ...known('fact', path, inWords(value), meta),
      kind: 'fact',
      value,
      meta,
      declared: meta?.source === 'declared',
      included: !meta?.inferred,
      seen: meta?.lastSeen ?? null,
    };
  });
}

const ofPreference = (item: Preference): Item => ({
  ...known('preference', item.id, item.description, item),
  kind: 'preference',
  preference: item,
  active: item.active,
  declared: item.source === 'manual',
  included: item.active && item.confidence >= TOLD_FROM,
  evidence: item.evidence,
  seen: item.lastUpdated,
});

const ofHabit = (kind: ItemKind, item: Pattern | Workflow): Known => ({
  ...known(kind, item.id, item.description, item),
  declared: item.source === 'manual',
  evidence: item.evidence,
  seen: item.lastSeen,
});

function skillsOf({ skillLevel: { overall, domains, declared } }: Profile): Item[] {
  const named = Object.entries(domains).sort(
    ([a, one], [b, two]) => LEVELS.indexOf(two) - LEVELS.indexOf(one) || a.localeCompare(b),
  );
  const all: [string, Level][] = overall ? [[OVERALL, overall], ...named] : named;
  return all.map(([name, level]) => ({
    ...known('skill', name, name),
    kind: 'skill',
    level,
    declared: !!declared?.includes(name),
  }));
}

/** What items have in common, where nothing else is said. */
const known = (
  kind: ItemKind,
  id: string,
  text: string,
  item?: FactMeta | Preference | Pattern | Workflow,
): Known => ({
  address: addressOf(kind, id),
  id,
  text,
  active: true,
  declared: false,
  included: true,
  sure: item?.sure ?? null,
  fresh: item?.fresh ?? null,
  seen: null,
  doubt: item?.mayBeOutdated ?? null,
  connection: item?.connection ?? null,
  evidence: [],
});

/** Changes of the profile in words, and their undoing. */
import { Undo2 } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { ChangelogEntry, Preference } from 'rekindle-client';

import { rekindle } from '../live/rekindle';
import { inWords, leavesOf } from '../logic/about';
import { addressesIn, canUndo } from '../logic/changes';
import { t } from '../strings';
import { act, say } from './act';
import { Button } from './parts';
import { Asks } from './dialog';
import { factLabel } from './facts';

/** Undoes a change; one that asks says what else it concerns. */
export function UndoChange(props: {
  entry: ChangelogEntry;
  asks?: boolean;
  children?: ComponentChildren;
}) {
  const { entry, asks } = props;
  const words = t().timeline;
  const { size } = addressesIn(entry);
  const undo = async () => {
    const { facts, preferences, habits } = await rekindle.profile.undo(entry.id);
    say(facts + preferences + habits ? words.undone : words.nothingToUndo);
  };
  if (!canUndo(entry)) return null;
  if (!asks || size < 2) {
    return (
      <Button look="small" icon={Undo2} onClick={() => void act(undo)}>
        {words.undo}
        {props.children}
      </Button>
    );
  }
  return (
    <Asks
      button={{ look: 'small', icon: Undo2, children: words.undoAll(size) }}
      title={words.undoTitle}
      hint={words.undoText}
      submit={words.undo}
      danger
      onSubmit={undo}
    >
      <Names of={entry} />
    </Asks>
  );
}

/** What a change concerns, one below the other. */
export const Names = ({ of: entry }: { of: ChangelogEntry }) => (
  <ul class="plain-list">
    {namesIn(entry).map((name) => (
      <li key={name}>{name}</li>
    ))}
  </ul>
);

/** A removed item begins with what it was: the type of a preference, or the path of a fact. */
function nameOf({ path, description }: ChangelogEntry['removedItems'][number]): string {
  const [type = ''] = description.split(' ', 1);
  const types: Record<string, string> = t().types;
  if (path.startsWith('preferences.') && types[type]) {
    return `${types[type]}: ${description.slice(type.length + 1)}`;
  }
  return description.startsWith(`${path}: `)
    ? `${factLabel(path)}: ${description.slice(path.length + 2)}`
    : description;
}

/** What a change added, changed or removed, in a few words each. */
export function namesIn({ changes, removedItems }: ChangelogEntry): string[] {
  const { preferences, patterns, workflows, skillLevel, ...about } = changes;
  const items = [preferences, patterns, workflows].flatMap(
    (list) =>
      (list ?? []) as (Pick<Preference, 'description'> &
        Partial<Pick<Preference, 'type' | 'active' | 'supersededBy'>>)[],
  );
  const levels = (skillLevel ?? {}) as { overall?: string; domains?: Record<string, string> };
  const skills = Object.entries(levels.domains ?? {});
  if (levels.overall) skills.unshift([t().timeline.overall, levels.overall]);
  return [
    ...items.map(({ type, description, active, supersededBy }) => {
      const name = type ? `${t().types[type]}: ${description}` : description;
      // Habits are always in use.
      if (active ?? true) return name;
      return `${name} (${supersededBy ? t().items.gaveWay : t().timeline.switchedOff})`;
    }),
    ...leavesOf(about).map(([path, value]) => `${factLabel(path)}: ${inWords(value)}`),
    ...skills.map(([name, level]) => `${name}: ${level}`),
    ...removedItems.map((item) => t().timeline.without(nameOf(item))),
  ];
}

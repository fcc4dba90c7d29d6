/** How sure and how fresh an item is, and where it comes from. */
import type { ComponentChildren } from 'preact';
import type { Profile } from 'rekindle-client';

import { useTopic } from '../../live/rekindle';
import { connections } from '../../live/topics';
import type { Item } from '../../logic/items';
import { t } from '../../strings';
import { ago, day, percent } from '../../ui/format';
import { Bar, Terms } from '../../ui/parts';
import { Course } from '../../ui/sparkline';

export function Certainty({ item, profile }: { item: Item; profile: Profile }) {
  const words = t().item;
  return (
    <>
      {item.sure !== null && item.fresh !== null && (
        <Terms
          class="columns measures"
          of={[
            [words.sure, measure(words.sure, item.sure)],
            [words.fresh, measure(words.fresh, item.fresh)],
          ]}
        />
      )}
      {item.kind === 'preference' && <Course id={item.id} />}
      <p class={item.included ? 'small' : 'small muted'}>{standing(item, profile)}</p>
      {item.doubt && (
        <p class="banner">
          <strong>{words.doubt}.</strong> {words.mentions(item.doubt.was, item.doubt.now ?? '')}
        </p>
      )}
    </>
  );
}

const measure = (name: string, value: number) => (
  <span class="row">
    <Bar value={value} label={name} />
    <span class="figure">{percent(value)}</span>
  </span>
);

function standing(item: Item, profile: Profile): string {
  const words = t().item;
  if (item.included) return words.included;
  if (item.kind === 'fact') return words.inferred;
  if (item.active) return words.notSure;
  const winner =
    item.kind === 'preference' &&
    profile.preferences.find(({ id }) => id === item.preference.supersededBy);
  return winner ? words.gaveWay(winner.description) : words.off;
}

/** Since when, from whom, and when it was last handed on. */
export function Origin({ item }: { item: Item }) {
  const words = t().item;
  const made =
    item.kind === 'preference'
      ? item.preference.createdAt
      : item.kind === 'fact'
        ? item.meta?.firstSeen
        : null;
  const rows: [string, ComponentChildren][] = [];
  if (item.kind === 'preference' && item.preference.context) {
    rows.push([words.context, item.preference.context]);
  }
  if (item.kind === 'preference' && item.preference.category) {
    rows.push([words.category, item.preference.category]);
  }
  if (item.kind === 'pattern') rows.push([words.frequency, words.times(item.pattern.frequency)]);
  if (item.kind === 'workflow') rows.push([words.frequency, words.times(item.workflow.frequency)]);
  if (made) rows.push([words.since, day(made)]);
  if (item.seen) rows.push([words.seen, ago(item.seen)]);
  if (item.kind === 'preference') {
    const used = item.preference.lastUsed;
    rows.push([words.used, used ? ago(used) : words.neverUsed]);
  }
  if (item.connection) {
    rows.push([words.through, <ConnectionName key="through" id={item.connection} />]);
  }
  const steps = item.kind === 'workflow' ? item.workflow.steps : [];
  return (
    <>
      {steps.length > 0 && (
        <ol class="steps">
          {steps.map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
      )}
      <Terms class="facts" of={rows} />
    </>
  );
}

/** The name of a connection, or of what used to be one. */
export function ConnectionName({ id }: { id: string }) {
  const known = useTopic(connections).data?.find((item) => item.id === id);
  return <>{known?.name ?? t().item.unknownConnection}</>;
}

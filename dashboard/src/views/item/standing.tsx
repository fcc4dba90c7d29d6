/** How an item stands: how sure and fresh, since when, what becomes of it, and how it last changed. */
import type { ComponentChildren } from 'preact';
import type { Profile } from 'rekindle-client';

import { live, useTopic } from '../../live/rekindle';
import { changelog, connections, profile, settings } from '../../live/topics';
import { addressesIn } from '../../logic/changes';
import { endOfFact, forecastOf } from '../../logic/decay';
import { levelShare, type Item } from '../../logic/items';
import { t } from '../../strings';
import { UndoChange } from '../../ui/changes';
import { Link, When } from '../../ui/controls';
import { ago, day, percent } from '../../ui/format';
import { Bar, Terms } from '../../ui/parts';
import { Chart, Course } from '../../ui/sparkline';

export function Certainty({ item, profile: known }: { item: Item; profile: Profile }) {
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
      {item.kind === 'skill' && (
        <Bar value={levelShare(item.level)} label={words.level} text={t().levels[item.level]} />
      )}
      {item.kind === 'preference' && <Course id={item.id} />}
      <p class={item.included ? 'small' : 'small muted'}>{standing(item, known)}</p>
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

function standing(item: Item, known: Profile): string {
  const words = t().item;
  if (item.included) return words.included;
  if (item.kind === 'fact') return words.inferred;
  if (item.active) return words.notSure;
  const winner =
    item.kind === 'preference' &&
    known.preferences.find(({ id }) => id === item.preference.supersededBy);
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

/** What becomes of it if nobody mentions it again. */
export function Future({ item }: { item: Item }) {
  const words = t().item;
  const rules = useTopic(settings).data;
  if (!rules) return null;
  if (item.kind === 'fact') {
    const ends = item.meta && endOfFact(item.meta, rules, live.now());
    return (
      <section>
        <h2>{words.future}</h2>
        <p>{ends ? words.endsOnOnly(day(ends)) : words.keeps}</p>
      </section>
    );
  }
  if (item.kind !== 'preference') return null;
  const forecast = forecastOf(item.preference, rules, live.now());
  const { ends, untold } = forecast;
  return (
    <section>
      <h2>{words.future}</h2>
      {!ends && <p>{item.preference.source === 'manual' ? words.keeps : words.neverFades}</p>}
      {ends && (
        <figure class="forecast">
          <Chart
            points={forecast.points}
            label={words.forecast(percent(item.preference.confidence), percent(0))}
          />
          <div class="row apart small muted" aria-hidden="true">
            <span>{day(live.now())}</span>
            <span>{day(ends)}</span>
          </div>
          <figcaption>
            {untold ? words.untoldThenEnds(day(untold), day(ends)) : words.endsOnOnly(day(ends))}
          </figcaption>
        </figure>
      )}
    </section>
  );
}

/** The last change of an item, and its undoing. */
export function LastChangeLine({ address }: { address: string }) {
  const words = t().item;
  const { data } = useTopic(changelog);
  const version = useTopic(profile).data?.version ?? 0;
  // What was last is not known before the changelog has caught up with the profile.
  const isBehind = !data?.items[0] || data.items[0].version < version;
  const entry = isBehind ? undefined : data.items.find((it) => addressesIn(it).has(address));
  if (!entry) return null;
  const to = `/timeline?version=${entry.version}`;
  return (
    <p class="row tight small">
      <Link to={to}>{words.changedIn(entry.version)}</Link>
      <When at={entry.createdAt} />
      <UndoChange entry={entry} asks />
    </p>
  );
}

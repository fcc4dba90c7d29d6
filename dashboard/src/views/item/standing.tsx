/** How an item stands: how sure and fresh, since when, what becomes of it, and how it last changed. */
import type { ComponentChildren } from 'preact';
import type { Profile } from 'rekindle-client';

import { live, useTopic } from '../../live/rekindle';
import { changelog, profile, settings, useAnalysis, useConnectionName } from '../../live/topics';
import { addressesIn, wayOut } from '../../logic/changes';
import { endOfFact, forecastOf } from '../../logic/decay';
import { levelShare, type Item } from '../../logic/items';
import { t } from '../../strings';
import { UndoChange } from '../../ui/changes';
import { Bar, Link, Terms, When } from '../../ui/parts';
import { ago, day, inLine, percent } from '../../ui/format';
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

/** Since when, from whom, and when and for whom it was last handed on. */
export function Origin({ item }: { item: Item }) {
  const words = t().item;
  const preference = item.kind === 'preference' ? item.preference : undefined;
  const workflow = item.kind === 'workflow' ? item.workflow : undefined;
  const made = preference?.createdAt ?? (item.kind === 'fact' && item.meta?.firstSeen);
  const times = item.kind === 'pattern' ? item.pattern.frequency : workflow?.frequency;
  const { lastUsed, lastUsedThrough } = preference ?? {};
  const whom = useConnectionName(lastUsedThrough);
  const used = lastUsed && inLine(ago(lastUsed), whom);
  const rows: [string, ComponentChildren][] = [
    [words.context, preference?.context],
    [words.category, preference?.category],
    [words.frequency, times && words.times(times)],
    [words.since, made && day(made)],
    [words.seen, item.seen && ago(item.seen)],
    [words.used, preference && (used ?? words.neverUsed)],
    [words.through, useConnectionName(item.connection)],
  ];
  return (
    <>
      {workflow && (
        <ol class="steps">
          {workflow.steps.map((step, index) => (
            <li key={index}>{step}</li>
          ))}
        </ol>
      )}
      <Terms class="facts" of={rows.filter(([, is]) => is)} />
    </>
  );
}

/** What becomes of it if nobody mentions it again. */
export function Future({ item }: { item: Item }) {
  const words = t().item;
  const rules = useTopic(settings).data;
  if (!rules || (item.kind !== 'fact' && item.kind !== 'preference')) return null;
  const now = live.now();
  const forecast = item.kind === 'preference' ? forecastOf(item.preference, rules, now) : null;
  const ends =
    item.kind === 'fact' ? item.meta && endOfFact(item.meta, rules, now) : forecast?.ends;
  const isStopped = item.kind === 'preference' && item.preference.source !== 'manual';
  return (
    <section>
      <h2>{words.future}</h2>
      {!ends && <p>{isStopped ? words.neverFades : words.keeps}</p>}
      {ends && (
        <figure class="forecast">
          {forecast && (
            <>
              <Chart
                points={forecast.points}
                label={words.forecast(percent(forecast.points[0]?.value ?? 0), percent(0))}
              />
              <div class="row apart small muted" aria-hidden="true">
                <span>{day(now)}</span>
                <span>{day(ends)}</span>
              </div>
            </>
          )}
          <figcaption>
            {forecast?.untold
              ? words.untoldThenEnds(day(forecast.untold), day(ends))
              : words.endsOnOnly(day(ends))}
          </figcaption>
        </figure>
      )}
    </section>
  );
}

/** The last change of an item, and its undoing; and how the item went, if it is no longer known. */
export function LastChange({ address, isGone }: { address: string; isGone: boolean }) {
  const words = t().item;
  const { data } = useTopic(changelog);
  const version = useTopic(profile).data?.version ?? 0;
  // What was last is not known before the changelog has caught up with the profile.
  const isBehind = !data?.items[0] || data.items[0].version < version;
  const entry = isBehind ? undefined : data.items.find((it) => addressesIn(it).has(address));
  const analysis = useAnalysis(entry?.batchId);
  if (!entry) return null;
  return (
    <>
      {isGone && analysis !== undefined && (
        <p>{words.goneBy[wayOut(entry, analysis, address)] ?? words.goneBy['remove']}</p>
      )}
      <p class="row tight small">
        <Link to={`/timeline?open=${entry.id}`}>{words.changedIn(entry.version)}</Link>
        <When at={entry.createdAt} />
        <UndoChange entry={entry} asks />
      </p>
    </>
  );
}

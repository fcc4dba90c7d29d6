/** The whole profile as it was known on a day or after a change, and the way back to it. */
import { RotateCcw, X } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { ChangelogEntry, Profile } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { leavesOf } from '../../logic/about';
import { endOf, noonOf } from '../../logic/days';
import { t } from '../../strings';
import { FormDialog } from '../../ui/dialog';
import { factLabel, factValue } from '../../ui/facts';
import { day, moment, percent } from '../../ui/format';
import { Failure, Section, Skeleton } from '../../ui/parts';
import { go, param, withParams } from '../../ui/router';
import { useDelayed } from '../../ui/use-delayed';
import { useRead } from './states';

export function Past({ entries }: { entries: readonly ChangelogEntry[] }) {
  const words = t().timeline;
  const chosen = param('asOf');
  const asked = useDelayed(chosen);
  if (!chosen) return null;
  const name = chosen.length === 10 ? day(noonOf(chosen)) : moment(chosen);
  return (
    <Section
      title={words.pastTitle(name)}
      class="past"
      actions={
        <button type="button" class="button" onClick={() => go(withParams({ asOf: '' }))}>
          <X size={16} aria-hidden="true" /> {words.backToNow}
        </button>
      }
    >
      {asked ? <State key={asked} asOf={asked} entries={entries} /> : <Skeleton lines={4} />}
    </Section>
  );
}

function State({ asOf, entries }: { asOf: string; entries: readonly ChangelogEntry[] }) {
  const at = asOf.length === 10 ? endOf(asOf, live.now()).toISOString() : asOf;
  const { data: known, error, retry } = useRead(asOf, () => rekindle.profile.get({ asOf: at }));
  if (error) return <Failure error={error} retry={retry} />;
  if (!known) return <Skeleton lines={6} />;
  return (
    <div class="card">
      <Whole profile={known} />
      <Restore version={known.version} entries={entries} />
    </div>
  );
}

function Restore({ version, entries }: { version: number; entries: readonly ChangelogEntry[] }) {
  const words = t().timeline;
  const [asking, setAsking] = useState(false);
  const entry = entries.find((each) => each.version === version);
  const isCurrent = entries[0]?.version === version;
  if (!version || isCurrent) return <p class="muted">{isCurrent ? words.isCurrent : ''}</p>;
  if (!entry?.hasSnapshot) return <p class="muted">{words.notKept}</p>;
  return (
    <p>
      <button type="button" class="button" onClick={() => setAsking(true)}>
        <RotateCcw size={16} aria-hidden="true" /> {words.rollback}
      </button>
      {asking && (
        <FormDialog
          title={words.rollbackTitle}
          hint={words.rollbackText}
          submit={words.rollbackConfirm}
          done={words.rolledBack}
          onClose={() => setAsking(false)}
          onSubmit={async () => {
            await rekindle.profile.rollBack(version);
            go(withParams({ asOf: '' }));
          }}
        />
      )}
    </p>
  );
}

function Whole({ profile }: { profile: Profile }) {
  const words = t().timeline;
  const { preferences, patterns, workflows, skillLevel } = profile;
  const parts: [string, [string, string][]][] = [
    [
      words.sections.about,
      leavesOf(profile.about).map(([path, value]) => [factLabel(path), factValue(path, value)]),
    ],
    [
      words.sections.preferences,
      preferences.map((item) => [
        `${t().types[item.type]}: ${item.description}`,
        item.active ? percent(item.confidence) : words.switchedOff,
      ]),
    ],
    [
      words.sections.patterns,
      patterns.map((item) => [item.description, words.times(item.frequency)]),
    ],
    [
      words.sections.workflows,
      workflows.map((item) => [item.description, words.times(item.frequency)]),
    ],
    [
      words.sections.skills,
      Object.entries(skillLevel.domains).map(([domain, level]) => [domain, t().levels[level]]),
    ],
  ];
  const filled = parts.filter(([, items]) => items.length);
  if (!filled.length) return <p class="muted">{words.nothingKnown}</p>;
  return (
    <div class="whole">
      {filled.map(([name, items]) => (
        <section key={name}>
          <h3>{name}</h3>
          <dl>
            {items.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

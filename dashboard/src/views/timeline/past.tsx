/** The whole profile as it was known on a day or after a change, and the way back to it. */
import { RotateCcw, X } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { ChangelogEntry, Profile } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { leavesOf } from '../../logic/about';
import { endOf, noonOf } from '../../logic/days';
import { t } from '../../strings';
import { Button } from '../../ui/controls';
import { FormDialog } from '../../ui/dialog';
import { factLabel, factValue } from '../../ui/facts';
import { day, moment, percent } from '../../ui/format';
import { Section, Skeleton, Terms } from '../../ui/parts';
import { Read } from '../../ui/reading';
import { go, param, withParams } from '../../ui/router';
import { useDelayed } from '../../ui/use-delayed';

export function Past({ entries }: { entries: readonly ChangelogEntry[] }) {
  const words = t().timeline;
  const chosen = param('asOf');
  const asked = useDelayed(chosen);
  // A day is chosen just above; a change may stand far below.
  const isFar = chosen.length > 10;
  useEffect(() => {
    if (isFar) document.getElementById('past')?.scrollIntoView();
  }, [isFar, chosen]);
  if (!chosen) return null;
  const name = chosen.length === 10 ? day(noonOf(chosen)) : moment(chosen);
  return (
    <Section
      id="past"
      title={words.pastTitle(name)}
      class="past"
      actions={
        <Button icon={X} onClick={() => go(withParams({ asOf: '' }))}>
          {words.backToNow}
        </Button>
      }
    >
      {asked ? <State key={asked} asOf={asked} entries={entries} /> : <Skeleton lines={4} />}
    </Section>
  );
}

function State({ asOf, entries }: { asOf: string; entries: readonly ChangelogEntry[] }) {
  const at = asOf.length === 10 ? endOf(asOf, live.now()).toISOString() : asOf;
  return (
    <Read what={asOf} from={(options) => rekindle.profile.get({ asOf: at }, options)} lines={6}>
      {(known) => (
        <div class="card">
          <Whole profile={known} />
          <Restore version={known.version} entries={entries} />
        </div>
      )}
    </Read>
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
      <Button icon={RotateCcw} onClick={() => setAsking(true)}>
        {words.rollback}
      </Button>
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
    <div class="columns profile-then">
      {filled.map(([name, items]) => (
        <section key={name}>
          <h3>{name}</h3>
          <Terms line="apart" of={items} />
        </section>
      ))}
    </div>
  );
}

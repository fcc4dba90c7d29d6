/** The whole profile as it was known on a day or after a change, and the way back to it. */
import { RotateCcw } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import type { ChangelogEntry, Profile } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { endOf, noonOf } from '../../logic/days';
import { itemsOf } from '../../logic/items';
import { t } from '../../strings';
import { Asks } from '../../ui/dialog';
import { itemLabel, itemText } from '../../ui/facts';
import { day, moment, percent } from '../../ui/format';
import { Section, Skeleton, Terms } from '../../ui/parts';
import { Read } from '../../ui/reading';
import { go, param, withParams } from '../../ui/router';
import { useDelayed } from '../../ui/hooks';

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
    <Section id="past" title={words.pastTitle(name)} closes="asOf">
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
  const entry = entries.find((each) => each.version === version);
  const isCurrent = entries[0]?.version === version;
  if (!version || isCurrent) return <p class="muted">{isCurrent ? words.isCurrent : ''}</p>;
  if (!entry?.hasSnapshot) return <p class="muted">{words.notKept}</p>;
  return (
    <Asks
      button={{ icon: RotateCcw, children: words.rollback }}
      title={words.rollbackTitle}
      hint={words.rollbackText}
      submit={words.rollbackConfirm}
      done={words.rolledBack}
      onSubmit={async () => {
        await rekindle.profile.rollBack(version);
        go(withParams({ asOf: '' }));
      }}
    />
  );
}

function Whole({ profile }: { profile: Profile }) {
  const words = t().timeline;
  const items = itemsOf(profile);
  if (!items.length) return <p class="muted">{words.nothingKnown}</p>;
  return (
    <Terms
      class="facts columns"
      of={items.map((item) => [
        itemLabel(item),
        [
          itemText(item),
          item.kind === 'preference' &&
            (item.active ? percent(item.preference.confidence) : words.switchedOff),
        ]
          .filter(Boolean)
          .join(' · '),
      ])}
    />
  );
}

/** The whole profile as it was known on a day or after a change, and the way back to it. */
import { RotateCcw } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import type { ChangelogEntry, Profile } from 'rekindle-client';
import { topic } from 'rekindle-client/live';

import { rekindle } from '../../live/rekindle';
import { isDay, noonOf } from '../../logic/days';
import { itemsOf } from '../../logic/items';
import { t } from '../../strings';
import { Asks } from '../../ui/dialog';
import { itemLabel, itemText } from '../../ui/facts';
import { day, inLine, moment, percent } from '../../ui/format';
import { useDelayed } from '../../ui/hooks';
import { Section, Show, Terms } from '../../ui/parts';
import { go, withParams } from '../../ui/router';
import { knownAt } from './compare';

const stateAt = (asOf: string) =>
  topic(`as of ${asOf}`, ['profile'], (_, options) => knownAt(asOf, options));

export function Past({ asOf, entries }: { asOf: string; entries: readonly ChangelogEntry[] }) {
  const name = isDay(asOf) ? day(noonOf(asOf)) : moment(asOf);
  useEffect(() => {
    // A day is chosen just above; a change may stand far below.
    if (!isDay(asOf)) document.getElementById('past')?.scrollIntoView();
  }, [asOf]);
  return (
    <Section id="past" title={t().timeline.pastTitle(name)} closes="asOf">
      <Show of={stateAt(useDelayed(asOf))} lines={6}>
        {(known) => (
          <div class="card stack">
            <Whole profile={known} />
            <Restore version={known.version} entries={entries} />
          </div>
        )}
      </Show>
    </Section>
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
        inLine(
          itemText(item),
          item.kind === 'preference' &&
            (item.active ? percent(item.preference.confidence) : words.switchedOff),
        ),
      ])}
    />
  );
}

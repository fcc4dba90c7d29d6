/** The differences between any two changes that the user has chosen in the list. */
import { X } from 'lucide-preact';
import type { ChangelogEntry } from 'rekindle-client';

import { t } from '../../strings';
import { Button } from '../../ui/controls';
import { moment } from '../../ui/format';
import { Section } from '../../ui/parts';
import { Read } from '../../ui/reading';
import { go, param, withParams } from '../../ui/router';
import { Differences } from './differences';
import { stateAfter } from './states';

const BETWEEN = '..';

/** The changes that are chosen to be compared, by their ids: none, one, or two, older first. */
export const compared = (): string[] => param('compare').split(BETWEEN).filter(Boolean);

/** The address after choosing a change, or after giving up the choice. */
export function choosing(id: string): string {
  const [first, second] = compared();
  if (first === id && !second) return withParams({ compare: '' });
  const ids = first && !second ? [first, id].sort() : [id];
  return withParams({ compare: ids.join(BETWEEN) });
}

export function Compare({ entries }: { entries: readonly ChangelogEntry[] }) {
  const words = t().timeline;
  const [older, newer] = compared();
  if (!older) return null;
  const give = (
    <Button icon={X} onClick={() => go(withParams({ compare: '' }))}>
      {newer ? t().common.close : t().common.cancel}
    </Button>
  );
  const nameOf = (id: string) => {
    const entry = entries.find((each) => each.id === id);
    return entry ? words.versionAt(entry.version, moment(entry.createdAt)) : id;
  };
  if (!newer) {
    return (
      <div class="banner row apart" role="status">
        {words.chooseAnother(nameOf(older))} {give}
      </div>
    );
  }
  return (
    <Section
      title={words.compare}
      lead={words.between(nameOf(older), nameOf(newer))}
      actions={give}
    >
      <div class="card">
        <Read
          what={`${older} ${newer}`}
          from={() => Promise.all([stateAfter(older), stateAfter(newer)])}
          lines={2}
        >
          {([before, after]) => <Differences before={before} after={after} />}
        </Read>
      </div>
    </Section>
  );
}

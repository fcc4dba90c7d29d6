/** The versions of the profile: a chart, a timeline, a comparison, and rollback. */
import { GitCommitVertical } from 'lucide-preact';
import { useMemo, useState } from 'preact/hooks';
import type { ChangelogEntry } from 'rekindle-client';

import { rekindle, useTopic } from '../../live/rekindle';
import { changelog, profile } from '../../live/topics';
import { courseOf } from '../../logic/series';
import { t } from '../../strings';
import { FormDialog } from '../../ui/dialog';
import { Empty, MoreButton, Page, Section, Show } from '../../ui/parts';
import { Compare } from './compare';
import { CourseSection } from './course';
import { Version } from './version';

export function History() {
  const words = t().history;
  const [restoring, setRestoring] = useState<ChangelogEntry | null>(null);
  return (
    <Page title={words.title} lead={words.lead}>
      <Show of={changelog} lines={8}>
        {({ items, more }) =>
          items.length ? (
            <>
              <Chart entries={items} />
              <Compare entries={items} />
              <Section title={words.timeline} lead={words.kept}>
                <ol class="timeline">
                  {items.map((entry, index) => (
                    <Version
                      key={entry.id}
                      entry={entry}
                      isCurrent={index === 0}
                      onRestore={() => setRestoring(entry)}
                    />
                  ))}
                </ol>
                {more && <MoreButton of={changelog} />}
              </Section>
            </>
          ) : (
            <Empty
              icon={<GitCommitVertical size={26} aria-hidden="true" />}
              title={words.emptyTitle}
              text={words.emptyText}
            />
          )
        }
      </Show>
      {restoring && (
        <FormDialog
          title={words.rollbackTitle(restoring.version)}
          hint={words.rollbackText}
          submit={words.rollbackConfirm}
          done={words.rolledBack(restoring.version)}
          onClose={() => setRestoring(null)}
          onSubmit={() => rekindle.profile.rollBack(restoring.version)}
        />
      )}
    </Page>
  );
}

function Chart({ entries }: { entries: ChangelogEntry[] }) {
  const current = useTopic(profile).data;
  const course = useMemo(() => courseOf(entries, current?.preferences ?? []), [entries, current]);
  return course.series.length ? <CourseSection course={course} /> : null;
}

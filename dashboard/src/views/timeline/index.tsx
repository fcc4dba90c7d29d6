/** What was learned, changed and forgotten, day by day, and the profile as it was at any time. */
import { GitCommitVertical } from 'lucide-preact';
import { useCallback, useEffect, useMemo } from 'preact/hooks';

import { batches, changelog, type Known } from '../../live/topics';
import { byDay, dateOf, happeningsOf, knownSince, noonOf } from '../../logic/days';
import { t } from '../../strings';
import { Empty, Link, MoreButton, Page, Section, Show, Skeleton } from '../../ui/parts';
import { dayName } from '../../ui/format';
import { param, withParams } from '../../ui/router';
import { Activity } from './activity';
import { Compare } from './compare';
import { Row } from './row';
import { Past } from './past';
import { Standing } from './standing';

export function Timeline() {
  const words = t().timeline;
  return (
    <Page title={words.title} lead={words.lead}>
      <div class="columns timeline">
        <Standing />
        <Show of={changelog} lines={8}>
          {(changes) => (
            <Show of={batches} lines={8}>
              {(analyses) => <Happenings changes={changes} analyses={analyses} />}
            </Show>
          )}
        </Show>
      </div>
    </Page>
  );
}

function Happenings(props: { changes: Known<typeof changelog>; analyses: Known<typeof batches> }) {
  const words = t().timeline;
  const { changes, analyses } = props;
  const happenings = useMemo(() => happeningsOf(changes, analyses), [changes, analyses]);
  const since = knownSince(changes, analyses);
  const chosen = param('day');
  const isMissing = chosen !== '' && since !== null && chosen <= dateOf(since);
  const more = useCallback(
    () => Promise.all([changes.more && changelog.more(), analyses.more && batches.more()]),
    [changes.more, analyses.more],
  );

  useEffect(() => {
    if (isMissing) void more();
  }, [isMissing, since, more]);

  if (!happenings.length) {
    return <Empty icon={GitCommitVertical} title={words.emptyTitle} text={words.emptyText} />;
  }
  const days = byDay(happenings);
  const shown = chosen ? days.filter(({ date }) => date === chosen) : days;
  const newest = changes.items[0]?.version;
  return (
    <>
      <Activity days={days} since={since} />
      {param('asOf') && <Past asOf={param('asOf')} entries={changes.items} />}
      <Compare entries={changes.items} />
      {chosen && (
        <p class="banner row" role="status">
          {words.onlyDay(dayName(noonOf(chosen)))}{' '}
          <Link to={withParams({ day: '' })}>{words.allDays}</Link>
        </p>
      )}
      {shown.map(({ date, happenings: rows }) => (
        <Section key={date} title={dayName(noonOf(date))}>
          <ol class="card rows">
            {rows.map((happening) => (
              <Row
                key={happening.id}
                happening={happening}
                isCurrent={happening.entry?.version === newest}
              />
            ))}
          </ol>
        </Section>
      ))}
      {chosen && !shown.length && isMissing && <Skeleton lines={3} />}
      {chosen && !shown.length && !isMissing && <p class="card muted">{words.nothingThen}</p>}
      {!chosen && since !== null && <MoreButton of={{ more }} />}
    </>
  );
}

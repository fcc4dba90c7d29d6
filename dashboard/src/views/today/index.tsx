/** The first view: who the user is to the assistant, and all that it knows. */
import type { Profile } from 'rekindle-client';

import { profile } from '../../live/topics';
import { itemsOf } from '../../logic/items';
import { t } from '../../strings';
import { ago, moment, number } from '../../ui/format';
import { Page, Show } from '../../ui/parts';
import { Beginning } from './beginning';
import { Known } from './list';

export function Today() {
  return (
    <Page title={t().today.title} lead={t().today.lead}>
      <Show of={profile} lines={8}>
        {(data) => (
          <>
            {isEmpty(data) && <Beginning />}
            <Known profile={data} lit={[]} />
            <Figures profile={data} />
          </>
        )}
      </Show>
    </Page>
  );
}

const isEmpty = (data: Profile) => !itemsOf(data).length;

function Figures({ profile: data }: { profile: Profile }) {
  const words = t().today;
  return (
    <p class="figures small muted" data-version={data.version}>
      {words.figures(number(data.totalPromptsAnalyzed), number(data.version))}
      {data.lastAnalyzed && (
        <>
          {' · '}
          <time dateTime={data.lastAnalyzed} title={moment(data.lastAnalyzed)}>
            {words.learned(ago(data.lastAnalyzed))}
          </time>
        </>
      )}
    </p>
  );
}

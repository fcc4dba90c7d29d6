/** The first view: who the user is to the assistant, and all that it knows. */
import { useState } from 'preact/hooks';
import type { Profile } from 'rekindle-client';

import { SAMPLE } from '../../auth/embedded';
import { identity } from '../../auth/session';
import { profile } from '../../live/topics';
import { itemsOf } from '../../logic/items';
import { t } from '../../strings';
import { When } from '../../ui/controls';
import { ago, number } from '../../ui/format';
import { Show } from '../../ui/parts';
import { Beginning } from './beginning';
import { Inbox } from './inbox';
import { Known } from './list';
import { PortraitText } from './portrait';
import { Talk } from './talk';

export function Today() {
  const [lit, setLit] = useState<readonly string[]>([]);
  return (
    <div class="today">
      <h1>{t().today.title}</h1>
      {identity.value?.uid === SAMPLE && <p class="banner">{t().beginning.isSample}</p>}
      <Show of={profile} lines={8}>
        {(data) => (
          <>
            {itemsOf(data).length ? <PortraitText items={itemsOf(data)} /> : <Beginning />}
            <Talk onLit={setLit} />
            <div class="today-columns stack">
              <Inbox />
              <Known profile={data} lit={lit} />
            </div>
            <Figures profile={data} />
          </>
        )}
      </Show>
    </div>
  );
}

function Figures({ profile: data }: { profile: Profile }) {
  const words = t().today;
  return (
    <p class="small muted" data-version={data.version}>
      {words.figures(data.totalPromptsAnalyzed, number(data.version))}
      {data.lastAnalyzed && (
        <>
          {' · '}
          <When at={data.lastAnalyzed}>{words.learned(ago(data.lastAnalyzed))}</When>
        </>
      )}
    </p>
  );
}

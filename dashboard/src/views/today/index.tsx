/** The first view: who the user is to the assistant, and all that it knows. */
import { useState } from 'preact/hooks';
import type { Profile } from 'rekindle-client';

import { SAMPLE } from '../../auth/embedded';
import { identity } from '../../auth/session';
import { profile } from '../../live/topics';
import { itemsOf } from '../../logic/items';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button, When } from '../../ui/controls';
import { ago, number } from '../../ui/format';
import { Show } from '../../ui/parts';
import { Inbox } from './inbox';
import { Known } from './list';
import { Beginning, PortraitText } from './portrait';
import { removeSample } from './sample';
import { Talk } from './talk';

export function Today() {
  const [lit, setLit] = useState<readonly string[]>([]);
  return (
    <div class="today">
      <h1>{t().today.title}</h1>
      {identity.value?.uid === SAMPLE && (
        <p class="banner row apart">
          {t().beginning.isSample}
          <Button look="small" onClick={() => void act(removeSample)}>
            {t().beginning.removeSample}
          </Button>
        </p>
      )}
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
  if (!data.version) return null;
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

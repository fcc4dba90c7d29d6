/** The first view: who the user is to the assistant, and all that it knows. */
import { useState } from 'preact/hooks';

import { SAMPLE } from '../../auth/embedded';
import { identity } from '../../auth/session';
import { profile } from '../../live/topics';
import { itemsOf } from '../../logic/items';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button, Show } from '../../ui/parts';
import { ago, number } from '../../ui/format';
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
            {data.version > 0 && (
              <p class="small muted" data-version={data.version}>
                {t().today.figures(data.totalPromptsAnalyzed, number(data.version))}
                {data.lastAnalyzed && ` · ${t().today.learned(ago(data.lastAnalyzed))}`}
              </p>
            )}
          </>
        )}
      </Show>
    </div>
  );
}

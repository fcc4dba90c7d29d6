/** The first view: who the user is to the assistant, and all that it knows. */
import { useState } from 'preact/hooks';

import { SAMPLE } from '../../auth/embedded';
import { identity } from '../../auth/session';
import { profile } from '../../live/topics';
import { type Item, itemsOf } from '../../logic/items';
import { portraitOf } from '../../logic/portrait';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button, Link, Show } from '../../ui/parts';
import { ago, number } from '../../ui/format';
import { withParams } from '../../ui/router';
import { Inbox } from './inbox';
import { Known } from './list';
import { hasSample, removeSample, visitSample } from './sample';
import { Talk } from './talk';

export function Today() {
  const [lit, setLit] = useState<readonly string[]>([]);
  return (
    <div class="today">
      <h1>{t().today.title}</h1>
      {identity.value?.uid === SAMPLE && (
        <p class="banner row apart">
          {t().beginning.isSample}
          <Button look="small" onClick={() => void act(removeSample, t().beginning.sampleRemoved)}>
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

/** What is known in a few sentences. Each phrase is a link to its item. */
function PortraitText({ items }: { items: readonly Item[] }) {
  const parts = t().portrait(portraitOf(items));
  if (!parts.length) return null;
  return (
    <p class="portrait">
      {parts.map((part, place) =>
        typeof part === 'string' ? (
          part
        ) : (
          <Link key={place} to={withParams({ item: part.item })}>
            {part.text}
          </Link>
        ),
      )}
    </p>
  );
}

/** What newcomers see in place of a portrait: three steps to a memory. */
function Beginning() {
  const words = t().beginning;
  const talk = () => document.querySelector<HTMLElement>('.talk input')?.focus();
  const steps = [
    [
      <button key="say" type="button" class="link" onClick={talk}>
        {words.say}
      </button>,
      words.sayText,
    ],
    [words.see, words.seeText],
    [
      <Link key="connect" to="/connections">
        {words.connect}
      </Link>,
      words.connectText,
    ],
  ];
  return (
    <section class="stack" aria-labelledby="beginning">
      <h2 id="beginning">{words.title}</h2>
      <ol class="columns">
        {steps.map(([step, text], index) => (
          <li key={index} class="card">
            <h3>
              {index + 1}. {step}
            </h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {hasSample() && (
        <p class="small muted">
          <Button look="small" onClick={() => void act(visitSample)}>
            {words.sample}
          </Button>{' '}
          {words.sampleText}
        </p>
      )}
    </section>
  );
}

/** What is known about the user in a few sentences, or the three steps to a memory. */
import type { Item } from '../../logic/items';
import { portraitOf } from '../../logic/portrait';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button, Link } from '../../ui/controls';
import { withParams } from '../../ui/router';
import { hasSample, visitSample } from './sample';

/** Each phrase is a link to its item. */
export function PortraitText({ items }: { items: readonly Item[] }) {
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

/** What newcomers see in place of a portrait. */
export function Beginning() {
  const words = t().beginning;
  return (
    <section class="stack" aria-labelledby="beginning">
      <h2 id="beginning">{words.title}</h2>
      <ol class="columns">
        <li class="card">
          <h3>
            1.{' '}
            <button
              type="button"
              class="link"
              onClick={() => document.querySelector<HTMLElement>('.talk input')?.focus()}
            >
              {words.say}
            </button>
          </h3>
          <p>{words.sayText}</p>
        </li>
        <li class="card">
          <h3>2. {words.see}</h3>
          <p>{words.seeText}</p>
        </li>
        <li class="card">
          <h3>
            3. <Link to="/connections">{words.connect}</Link>
          </h3>
          <p>{words.connectText}</p>
        </li>
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

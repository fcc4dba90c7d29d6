/** What is known about the user in a few sentences, or the three steps to a memory. */
import type { Item } from '../../logic/items';
import { portraitOf } from '../../logic/portrait';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button, Link } from '../../ui/parts';
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

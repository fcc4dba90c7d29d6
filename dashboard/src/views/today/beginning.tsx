/** What newcomers see in place of a portrait: the three steps to a memory. */
import { t } from '../../strings';
import { act } from '../../ui/act';
import { follow } from '../../ui/router';
import { hasSample, visitSample } from './sample';

export function Beginning() {
  const words = t().beginning;
  return (
    <section class="beginning" aria-labelledby="beginning">
      <h2 id="beginning">{words.title}</h2>
      <ol>
        <li>
          <h3>{words.say}</h3>
          <p>{words.sayText}</p>
        </li>
        <li>
          <h3>{words.see}</h3>
          <p>{words.seeText}</p>
        </li>
        <li>
          <h3>{words.connect}</h3>
          <p>
            {words.connectText}{' '}
            <a href="/connections" onClick={(event) => follow(event, '/connections')}>
              {words.connectLink}
            </a>
          </p>
        </li>
      </ol>
      {hasSample() && (
        <p class="small muted">
          <button type="button" class="button small" onClick={() => void act(visitSample)}>
            {words.sample}
          </button>{' '}
          {words.sampleText}
        </p>
      )}
    </section>
  );
}

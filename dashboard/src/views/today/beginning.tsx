/** What newcomers see in place of a portrait: the three steps to a memory. */
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button, Link } from '../../ui/controls';
import { hasSample, visitSample } from './sample';

export function Beginning() {
  const words = t().beginning;
  return (
    <section class="beginning" aria-labelledby="beginning">
      <h2 id="beginning">{words.title}</h2>
      <ol class="columns">
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
            {words.connectText} <Link to="/connections">{words.connectLink}</Link>
          </p>
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

/** One analysis: the messages it read, each decision with its reason, and what it cost. */
import type { Batch, Decision } from 'rekindle-client';
import { topic } from 'rekindle-client/live';

import { counted } from '../../logic/decisions';
import { t } from '../../strings';
import { Button } from '../../ui/controls';
import { Decisions } from '../../ui/decision';
import { Show } from '../../ui/parts';
import { analyse, Cost } from './standing';

/** Messages that are shown at first; an import may have hundreds. */
const MESSAGES = 20;

export function Counts({ decisions }: { decisions: readonly Decision[] }) {
  const words = t().learning;
  const parts = counted(decisions).map(([name, count]) => words.counts[name](count));
  return <span class="muted small">{parts.join(' · ')}</span>;
}

export function Analysis({ batch }: { batch: Batch }) {
  const words = t().learning;
  return (
    <>
      {batch.error && (
        <div class="banner failed">
          <strong>{words.failed}.</strong> {words.errors[batch.error.reason] ?? batch.error.message}{' '}
          {batch.state === 'failed' && (
            <Button look="small" onClick={() => void analyse()}>
              {words.again}
            </Button>
          )}
        </div>
      )}
      <p class="muted small row tight">
        <span>{words.triggers[batch.trigger]}</span>
        {batch.analyzer && <span>{words.analyzers[batch.analyzer] ?? batch.analyzer}</span>}
        {batch.usage && (
          <span>
            <Cost of={batch.usage} />
          </span>
        )}
      </p>
      {batch.state === 'done' && !batch.decisions.length && (
        <p class="muted">{words.nothingFound}</p>
      )}
      {batch.decisions.length > 0 && (
        <>
          <h3>{words.decisions}</h3>
          <Decisions of={batch.decisions} />
        </>
      )}
      <h3>{words.batch(batch.promptIds.length)}</h3>
      <Messages of={batch} />
    </>
  );
}

/** The messages as the user sent them; what is no longer kept is left out. */
function Messages({ of: { id, promptIds } }: { of: Batch }) {
  const words = t().learning;
  const read = topic(`messages of ${id}`, [], ({ prompts }, options) =>
    Promise.allSettled(promptIds.slice(0, MESSAGES).map((each) => prompts.get(each, options))),
  );
  return (
    <Show of={read} lines={2}>
      {(data) => {
        const found = data.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
        const missing = promptIds.length - found.length;
        return (
          <>
            <ul class="messages" aria-label={words.messages}>
              {found.map((prompt) => (
                <li key={prompt.id}>{prompt.content}</li>
              ))}
            </ul>
            {missing > 0 && <p class="muted small">{words.notShown(missing)}</p>}
          </>
        );
      }}
    </Show>
  );
}

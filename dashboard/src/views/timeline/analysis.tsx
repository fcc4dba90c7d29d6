/** One analysis: the messages it read, each decision with its reason, and what it cost. */
import type { Batch } from 'rekindle-client';
import { topic } from 'rekindle-client/live';

import { t } from '../../strings';
import { Decisions } from '../../ui/decision';
import { Show } from '../../ui/parts';
import { Cost, Failed } from './standing';

/** Messages that are shown at first; an import may have hundreds. */
const MESSAGES = 20;

export function Analysis({ batch }: { batch: Batch }) {
  const words = t().learning;
  return (
    <>
      {batch.error && <Failed what={words.failed} by={batch.error} />}
      <p class="muted small row tight">
        <span>{words.triggers[batch.trigger]}</span>
        {batch.analyzer && <span>{words.analyzers[batch.analyzer] ?? batch.analyzer}</span>}
        {batch.usage && <Cost of={batch.usage} />}
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

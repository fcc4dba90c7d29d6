/** One analysis: the messages it read, each decision with its reason, and what it cost. */
import type { Batch, Decision } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { counted } from '../../logic/decisions';
import { t } from '../../strings';
import { Button } from '../../ui/controls';
import { factLabel, outcomeOf, withoutPath } from '../../ui/facts';
import { percent } from '../../ui/format';
import { Chip } from '../../ui/parts';
import { Read } from '../../ui/reading';
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
          <ul class="decisions" aria-label={words.decisions}>
            {batch.decisions.map((decision, index) => (
              <DecisionLine key={index} decision={decision} />
            ))}
          </ul>
        </>
      )}
      <h3>{words.batch(batch.promptIds.length)}</h3>
      <Messages ids={batch.promptIds} />
    </>
  );
}

/** The messages as the user sent them; what is no longer kept is left out. */
function Messages({ ids }: { ids: readonly string[] }) {
  const words = t().learning;
  const read = () =>
    Promise.allSettled(ids.slice(0, MESSAGES).map((id) => rekindle.prompts.get(id)));
  return (
    <Read what={ids.join(' ')} from={read} lines={2}>
      {(data) => {
        const found = data.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
        const missing = ids.length - found.length;
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
    </Read>
  );
}

const TONES: Partial<Record<Decision['outcome'], string>> = {
  added: 'good',
  reinforced: 'good',
  merged: 'good',
  superseded: 'warn',
  ended: 'warn',
  replaced: 'warn',
  retracted: 'warn',
  evicted: 'warn',
};

function DecisionLine({ decision }: { decision: Decision }) {
  const words = t().learning;
  const kind = decision.type ? t().types[decision.type] : words.kinds[decision.kind];
  const isFact = decision.kind === 'about' && decision.itemId;
  return (
    <li class="decision">
      <span class="lines">
        <Chip tone={TONES[decision.outcome]}>{outcomeOf(decision)}</Chip>
        <span class="small">
          {words.reasons[decision.reason ?? decision.outcome] ?? decision.reason}
        </span>
      </span>
      <span class="lines">
        <span class="muted small">{isFact ? factLabel(decision.itemId ?? '') : kind}</span>
        <strong>{withoutPath(decision)}</strong>
        {decision.confidence != null && (
          <span class="small">{words.sure(percent(decision.confidence))}</span>
        )}
      </span>
      {decision.quote && (
        <blockquote>
          <p>{decision.quote}</p>
        </blockquote>
      )}
    </li>
  );
}

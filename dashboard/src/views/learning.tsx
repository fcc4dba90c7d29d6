/** The state of learning: what it waits for, what it did and why, and what it cost. */
import { BrainCircuit, Pause, Play, RefreshCw } from 'lucide-preact';
import type { Batch, Decision, LearningStatus, Spent } from 'rekindle-client';

import { rekindle, useTopic } from '../live/rekindle';
import { batches, status } from '../live/topics';
import { t } from '../strings';
import { act, say } from '../ui/act';
import { ago, dollars, moment, number, percent } from '../ui/format';
import { Chip, Empty, MoreButton, Page, Section, Show } from '../ui/parts';
import { Ring } from '../ui/pictures';
import { factLabel } from '../ui/facts';

type Learned = LearningStatus['learning'];

export function Learning() {
  const words = t().learning;
  return (
    <Page title={words.title} lead={words.lead}>
      <Show of={status} lines={5}>
        {({ learning }) => <Standing learning={learning} />}
      </Show>
      <Section title={words.batches} lead={words.batchesLead}>
        <Show of={batches}>
          {({ items, more }) =>
            items.length ? (
              <>
                <div class="batches">
                  {items.map((batch, index) => (
                    <BatchCard key={batch.id} batch={batch} open={index === 0} />
                  ))}
                </div>
                {more && <MoreButton of={batches} />}
              </>
            ) : (
              <Empty
                icon={<BrainCircuit size={26} aria-hidden="true" />}
                title={words.batchesEmpty}
                text={words.batchesEmptyText}
              />
            )
          }
        </Show>
      </Section>
    </Page>
  );
}

function Standing({ learning }: { learning: Learned }) {
  const words = t().learning;
  const done = useTopic(batches).data;
  const running = done?.items.some(
    (batch) => batch.state === 'queued' || batch.state === 'running',
  );
  const { pending, interval, enabled } = learning;

  async function refresh() {
    await act(async () => {
      const answer = await rekindle.profile.refresh();
      say(answer.batchId ? words.refreshed : words.nothingPending);
    });
  }
  const turn = () =>
    act(
      () =>
        rekindle.account.set(
          enabled
            ? { learningEnabled: false }
            : { learningEnabled: true, ...(interval ? {} : { userMemoryAnalysisInterval: 10 }) },
        ),
      enabled ? words.pausedDone : words.resumedDone,
    );

  return (
    <div class="card standing">
      <Ring
        share={enabled && interval ? pending / interval : 0}
        label={`${words.ring(pending, interval)} ${words.ringUnit}`}
        big={words.ring(pending, interval)}
        small={words.ringUnit}
      />
      <div class="standing-text">
        <h2>{headline(learning, running ?? false)}</h2>
        {!enabled && <p class="muted">{interval ? words.offText : words.offByInterval}</p>}
        {learning.lastError && (
          <div class="banner failed" role="alert">
            <strong>{words.lastError}.</strong> {learning.lastError.message}
          </div>
        )}
        <div class="row">
          <button type="button" class="button primary" onClick={() => void refresh()}>
            <RefreshCw size={16} aria-hidden="true" /> {words.refresh}
          </button>
          <button type="button" class="button" onClick={() => void turn()}>
            {enabled ? (
              <Pause size={16} aria-hidden="true" />
            ) : (
              <Play size={16} aria-hidden="true" />
            )}
            {enabled ? words.pause : words.resume}
          </button>
        </div>
      </div>
      <dl class="standing-facts">
        <div>
          <dt>{words.analyzer}</dt>
          <dd>{words.analyzers[learning.analyzer] ?? learning.analyzer}</dd>
        </div>
        <div>
          <dt>{words.costToday}</dt>
          <dd>
            <Cost of={learning.spentToday} />
          </dd>
        </div>
        <div>
          <dt>{words.costSoFar}</dt>
          <dd>
            <Cost of={learning.spentTotal} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

/** What was spent, and on how many tokens. */
function Cost({ of }: { of: Spent }) {
  const words = t().learning;
  const tokens = of.promptTokens + of.completionTokens;
  return (
    <>
      {of.cost ? dollars(of.cost) : words.costFree}
      {tokens > 0 && <span class="muted small"> {words.tokens(number(tokens))}</span>}
    </>
  );
}

function headline({ enabled, interval, pending }: Learned, running: boolean): string {
  const words = t().learning;
  if (!enabled) return words.off;
  if (running) return words.running;
  if (interval === 1) return words.everyMessage;
  return pending < interval ? words.until(interval - pending) : words.ready;
}

const isTaken = (decision: Decision) =>
  decision.outcome !== 'rejected' && decision.outcome !== 'evicted';

function BatchCard({ batch, open }: { batch: Batch; open: boolean }) {
  const words = t().learning;
  const taken = batch.decisions.filter(isTaken).length;
  const tone = { done: 'good', failed: 'bad', queued: 'warn', running: 'warn' }[batch.state];
  return (
    <details class="card batch" open={open} data-id={batch.id}>
      <summary>
        <Chip tone={tone}>{words.states[batch.state]}</Chip>
        <strong>{words.batch(batch.promptIds.length)}</strong>
        <span class="muted">{words.triggers[batch.trigger]}</span>
        <time class="muted" dateTime={batch.createdAt} title={moment(batch.createdAt)}>
          {ago(batch.createdAt)}
        </time>
        <span class="batch-counts">
          {batch.state === 'done' && (
            <>
              {words.accepted(taken)} · {words.rejected(batch.decisions.length - taken)}
            </>
          )}
        </span>
      </summary>
      {batch.error && (
        <div class="banner failed">
          <strong>{words.lastError}.</strong> {batch.error.message}
        </div>
      )}
      <p class="muted small batch-facts">
        {batch.analyzer && <span>{words.analyzers[batch.analyzer] ?? batch.analyzer}</span>}
        {batch.usage && (
          <span>
            <Cost of={batch.usage} />
          </span>
        )}
        {batch.version != null && <span>{words.toVersion(batch.version)}</span>}
      </p>
      {batch.state === 'done' && batch.decisions.length === 0 && (
        <p class="muted">{words.nothingFound}</p>
      )}
      {batch.decisions.length > 0 && (
        <ul class="decisions" aria-label={words.decisions}>
          {batch.decisions.map((decision, index) => (
            <DecisionLine key={index} decision={decision} />
          ))}
        </ul>
      )}
    </details>
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
};

/** A fact's description starts with its path, whose name is already shown above it. */
function described({ kind, itemId, description }: Decision): string {
  const path = `${itemId}: `;
  return kind === 'about' && description.startsWith(path)
    ? description.slice(path.length)
    : description;
}

function DecisionLine({ decision }: { decision: Decision }) {
  const words = t().learning;
  const kind = decision.type ? t().types[decision.type] : words.kinds[decision.kind];
  const isFact = decision.kind === 'about' && decision.itemId;
  return (
    <li class="decision">
      <span class="decision-outcome">
        <Chip tone={TONES[decision.outcome]}>{words.outcomes[decision.outcome]}</Chip>
        <span class="small">
          {words.reasons[decision.reason ?? decision.outcome] ?? decision.reason}
        </span>
      </span>
      <span class="decision-idea">
        <span class="muted small">{isFact ? factLabel(decision.itemId ?? '') : kind}</span>
        <strong>{described(decision)}</strong>
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

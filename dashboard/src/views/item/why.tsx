/** Why an item is known: quote, message, analysis, version. */
import { ApiError } from 'rekindle-client';
import { topic } from 'rekindle-client/live';

import { useTopic } from '../../live/rekindle';
import { useConnectionName } from '../../live/topics';
import { changeOf } from '../../logic/changes';
import { saidIn } from '../../logic/decisions';
import type { Evidence, Item } from '../../logic/items';
import { t } from '../../strings';
import { Chip, Link, Quoted, Show, When } from '../../ui/parts';
import { outcomeOf } from '../../ui/facts';
import { moment } from '../../ui/format';

/** How many analyses are looked through for the words behind a fact or a skill. */
const ANALYSES = 100;

export function Why({ item }: { item: Item }) {
  const words = t().item;
  const quotes = (found: Evidence[]) =>
    found.length ? (
      <ol class="evidence stack">
        {found.map((evidence) => (
          <li key={`${evidence.promptId} ${evidence.quote}`}>
            <Chain of={item} evidence={evidence} />
          </li>
        ))}
      </ol>
    ) : (
      !item.declared && <p class="muted">{words.noQuotes}</p>
    );
  return (
    <section>
      <h2>{words.why}</h2>
      {item.declared && <p>{words.declared}</p>}
      {item.kind === 'fact' || item.kind === 'skill' ? (
        <Show of={quotesFor(item)} lines={2}>
          {quotes}
        </Show>
      ) : (
        quotes(item.evidence)
      )}
    </section>
  );
}

/** The words behind a fact or a skill stand in the decisions about it. */
const quotesFor = (item: Item) =>
  topic(`quotes ${item.address}`, ['learning'], async (rekindle, options) => {
    const { batches } = await rekindle.batches.list({ pageSize: ANALYSES }, options);
    const kind = item.kind === 'fact' ? 'about' : 'skill';
    const all = batches.flatMap((batch) =>
      batch.decisions
        .filter((it) => it.kind === kind && it.itemId === item.id && it.outcome !== 'rejected')
        .map((it) => ({ ...it, at: batch.createdAt })),
    );
    // What was said of a fact's value before is no reason for this one.
    const ofNow = all.filter((it) => item.kind !== 'fact' || item.text.includes(saidIn(it)));
    return (ofNow.length || item.declared ? ofNow : all)
      .flatMap(({ quote, promptId, at }) => (quote && promptId ? [{ quote, promptId, at }] : []))
      .slice(0, 3);
  });

const sourceOf = (promptId: string) =>
  topic(`source ${promptId}`, ['learning'], async ({ prompts, batches }, options) => {
    const prompt = await ifKept(prompts.get(promptId, options));
    const batch = prompt?.batchId ? await ifKept(batches.get(prompt.batchId, options)) : null;
    return { prompt, batch };
  });

/** Messages and analyses are not kept for ever, and imported words have none. */
async function ifKept<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.code === 404) return null;
    throw error;
  }
}

function Chain({ of, evidence }: { of: Item; evidence: Evidence }) {
  const words = t().item;
  const source = useTopic(sourceOf(evidence.promptId)).data;
  const { prompt, batch } = source ?? {};
  const through = useConnectionName(prompt?.connection);
  const at = prompt?.createdAt ?? evidence.at;
  const decisions = batch?.decisions.filter((it) => it.itemId === of.id) ?? [];
  const message = `/memory?tab=conversations&prompt=${encodeURIComponent(evidence.promptId)}`;
  return (
    <>
      <Quoted
        text={prompt?.content ?? evidence.quote}
        {...(prompt && { quotes: [evidence.quote] })}
      />
      <p class="small row tight">
        {prompt && <Link to={message}>{words.message}</Link>}
        <When at={at}>{moment(at)}</When>
        {through && (
          <span class="muted">
            {words.through} {through}
          </span>
        )}
      </p>
      {batch && (
        <p class="small row tight">
          <Link to={`/timeline?open=${batch.version ? changeOf(batch.version) : batch.id}`}>
            {words.analysis(batch.promptIds.length)}
          </Link>
          {decisions.map((decision, index) => (
            <Chip key={index}>{outcomeOf(decision)}</Chip>
          ))}
          {batch.version != null && <span class="muted">{words.version(batch.version)}</span>}
        </p>
      )}
      {source && !prompt && <p class="small muted">{words.messageGone}</p>}
    </>
  );
}

/** One thing that happened: what it was, who did it, and what can be done about it. */
import { ChevronDown, GitCompareArrows } from 'lucide-preact';
import type { Batch, ChangelogEntry, Connection } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { kindOf } from '../../logic/changes';
import type { Happening } from '../../logic/days';
import { isWaiting } from '../../logic/decisions';
import { t } from '../../strings';
import { namesIn, UndoChange } from '../../ui/changes';
import { Button, Link, When } from '../../ui/controls';
import { time } from '../../ui/format';
import { Chip, Skeleton } from '../../ui/parts';
import { Read, useRead } from '../../ui/reading';
import { go, param, withParams } from '../../ui/router';
import { useId } from '../../ui/hooks';
import { Analysis, Counts } from './analysis';
import { choosing, compared, statesAround } from './compare';
import { Differences } from './differences';

/** Items that a row names; the rest are counted. */
const NAMED = 4;

interface Props {
  happening: Happening;
  isCurrent: boolean;
  connections: readonly Connection[];
}

export function Row({ happening, isCurrent, connections }: Props) {
  const words = t().timeline;
  const { id, at, entry, batch } = happening;
  const isOpen = param('open') === id;
  const details = useId();
  const toggle = withParams({ open: isOpen ? '' : id });
  const names = entry ? namesIn(entry) : [];
  const left = names.length - NAMED;
  // The analysis may not be among those that are loaded.
  const analysisId = !batch && entry?.batchId;
  return (
    <li class="happening" data-version={entry?.version} data-batch={batch?.id}>
      <div class="row apart">
        <div class="lines">
          <button
            type="button"
            class="happening-toggle"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => go(toggle, { replace: true })}
          >
            <ChevronDown class="chevron" size={16} aria-hidden="true" />
            <Kind entry={entry} batch={batch} />
            <strong>
              {names.slice(0, NAMED).join(' · ') ||
                (batch && t().learning.batch(batch.promptIds.length))}
              {left > 0 && <span class="muted"> {words.andMore(left)}</span>}
            </strong>
          </button>
          <span class="happening-facts muted small">
            {entry ? whoDid(entry, connections) : t().learning.batchOnly}
            {' · '}
            <When at={at}>{time(at)}</When>
            {batch?.state === 'done' && batch.decisions.length > 0 && (
              <>
                {' · '}
                <Counts decisions={batch.decisions} />
              </>
            )}
          </span>
        </div>
        {entry && entry.version > 0 && <Doings entry={entry} isCurrent={isCurrent} />}
      </div>
      <div id={details} class="happening-more stack tight" hidden={!isOpen}>
        {isOpen && (
          <>
            {entry && <Changed entry={entry} />}
            {batch && <Analysis batch={batch} />}
            {analysisId && (
              <Read
                what={analysisId}
                from={(options) => rekindle.batches.get(analysisId, options)}
                lines={3}
              >
                {(found) => <Analysis batch={found} />}
              </Read>
            )}
          </>
        )}
      </div>
    </li>
  );
}

const TONES: Record<ReturnType<typeof kindOf>, string> = {
  learned: 'good',
  nothing: '',
  create: 'good',
  update: 'good',
  ended: 'warn',
  decay: '',
  remove: 'bad',
  clear: 'bad',
  undone: 'accent',
  rollback: 'accent',
};
const STATES = { done: '', failed: 'bad', queued: 'warn', running: 'warn' } as const;

function Kind({ entry, batch }: { entry: ChangelogEntry | null; batch: Batch | null }) {
  const { types } = t().timeline;
  const { states } = t().learning;
  const kind = entry ? kindOf(entry) : 'nothing';
  if (kind !== 'nothing') return <Chip tone={TONES[kind]}>{types[kind]}</Chip>;
  if (batch && batch.state !== 'done') {
    return <Chip tone={STATES[batch.state]}>{states[batch.state]}</Chip>;
  }
  if (batch?.decisions.some(isWaiting)) return <Chip tone="accent">{states.queued}</Chip>;
  return <Chip>{types.nothing}</Chip>;
}

function Doings({ entry, isCurrent }: { entry: ChangelogEntry; isCurrent: boolean }) {
  const words = t().timeline;
  const version = words.version(entry.version);
  const chosen = compared();
  const compare = choosing(entry.id);
  const whole = withParams({ asOf: entry.createdAt });
  return (
    <span class="row tight">
      {isCurrent ? (
        <Chip tone="accent">{words.current}</Chip>
      ) : (
        <Link class="button small quiet" to={whole}>
          {words.lookAt}
          <span class="hidden"> {version}</span>
        </Link>
      )}
      <Button
        look="small quiet"
        icon={GitCompareArrows}
        aria-pressed={chosen.includes(entry.id)}
        onClick={() => go(compare)}
      >
        {chosen.length === 1 && !chosen.includes(entry.id) ? words.compareWith : words.compareThis}
        <span class="hidden"> {version}</span>
      </Button>
      <UndoChange entry={entry}>
        <span class="hidden"> {version}</span>
      </UndoChange>
    </span>
  );
}

function Changed({ entry }: { entry: ChangelogEntry }) {
  const words = t().timeline;
  const { data, error } = useRead(entry.id, () => statesAround(entry));
  if (data) return <Differences before={data[0]} after={data[1]} />;
  if (!error) return <Skeleton lines={2} />;
  // Of changes that are no longer known from both sides, the entry names what it changed.
  const names = namesIn(entry);
  return names.length ? (
    <ul class="rows">
      {names.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  ) : (
    <p class="muted">{words.same}</p>
  );
}

function whoDid(entry: ChangelogEntry, connections: readonly Connection[]): string {
  const words = t().timeline;
  const of = entry.undoes ?? entry.connection;
  if (!of) return words.sources[entry.source];
  const name = connections.find(({ id }) => id === of)?.name ?? t().item.unknownConnection;
  return entry.undoes ? words.undid(name) : words.by(name);
}

/** One thing that happened: what it was, who did it, and what can be done about it. */
import { ChevronDown, GitCompareArrows } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Batch, ChangelogEntry } from 'rekindle-client';

import { useTopic } from '../../live/rekindle';
import { analysisOf, useConnectionName } from '../../live/topics';
import { addressesIn, kindOf } from '../../logic/changes';
import type { Happening } from '../../logic/days';
import { counted, isWaiting } from '../../logic/decisions';
import { t } from '../../strings';
import { Names, namesIn, UndoChange } from '../../ui/changes';
import { Button, Chip, Link, Show, Skeleton, When } from '../../ui/parts';
import { time } from '../../ui/format';
import { addressIn, confirmedIn } from '../../ui/decision';
import { go, param, withParams } from '../../ui/router';
import { useId } from '../../ui/hooks';
import { Analysis } from './analysis';
import { choosing, compared, statesAround } from './compare';
import { Differences } from './differences';

/** Items that a row names; the rest are counted. */
const NAMED = 4;

export function Row(props: { happening: Happening; isCurrent: boolean }) {
  const { id, at, entry, batch } = props.happening;
  const { counts } = t().learning;
  const isOpen = param('open') === id;
  const details = useId();
  const named = entry ? addressesIn(entry) : new Set<string>();
  const names = [...(entry ? namesIn(entry) : []), ...confirmedIn(batch?.decisions ?? [], named)];
  const left = names.length - NAMED;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Whoever followed a link to it finds it in sight.
    if (isOpen) row.current?.scrollIntoView({ block: 'center' });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only as it comes up
  }, []);
  return (
    <li ref={row} class="happening" data-version={entry?.version} data-batch={batch?.id}>
      <div class="row apart">
        <div class="lines">
          <button
            type="button"
            class="happening-toggle row"
            aria-expanded={isOpen}
            aria-controls={details}
            onClick={() => go(withParams({ open: isOpen ? '' : id }), { replace: true })}
          >
            <ChevronDown class="chevron" size={16} aria-hidden="true" />
            <Kind entry={entry} batch={batch} />
            <strong>
              {names.slice(0, NAMED).join(' · ') ||
                (batch && t().learning.batch(batch.promptIds.length))}
              {left > 0 && <span class="muted"> {t().timeline.andMore(left)}</span>}
            </strong>
          </button>
          <span class="muted small">
            {entry ? <WhoDid entry={entry} /> : t().learning.batchOnly}
            {' · '}
            <When at={at}>{time(at)}</When>
            {batch?.state === 'done' &&
              counted(batch.decisions).map(([name, count]) => ` · ${counts[name](count)}`)}
          </span>
        </div>
        {entry && entry.version > 0 && <Doings entry={entry} isCurrent={props.isCurrent} />}
      </div>
      <div id={details} class="happening-more stack tight" hidden={!isOpen}>
        {isOpen && <Details entry={entry} batch={batch} />}
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
  return (
    <span class="row tight">
      {isCurrent ? (
        <Chip tone="accent">{words.current}</Chip>
      ) : (
        <Link class="button small quiet" to={withParams({ asOf: entry.createdAt })}>
          {words.lookAt}
          <span class="hidden"> {version}</span>
        </Link>
      )}
      <Button
        look="small quiet"
        icon={GitCompareArrows}
        aria-pressed={chosen.includes(entry.id)}
        onClick={() => go(choosing(entry.id))}
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

function Details({ entry, batch }: Pick<Happening, 'entry' | 'batch'>) {
  if (!batch && entry?.batchId) {
    return (
      <Show of={analysisOf(entry.batchId)} lines={3}>
        {(found) => <Details entry={entry} batch={found} />}
      </Show>
    );
  }
  // What an analysis added, its decisions tell.
  const added = batch?.decisions.filter(({ outcome }) => outcome === 'added') ?? [];
  return (
    <>
      {entry && <Changed entry={entry} but={added.map(addressIn)} />}
      {batch && <Analysis batch={batch} />}
    </>
  );
}

function Changed({ entry, but }: { entry: ChangelogEntry; but: readonly (string | null)[] }) {
  const { data, error } = useTopic(statesAround(entry));
  if (data) return <Differences before={data[0]} after={data[1]} but={but} />;
  // Of changes that are no longer known from both sides, the entry names what it changed.
  return error ? <Names of={entry} /> : <Skeleton lines={2} />;
}

function WhoDid({ entry }: { entry: ChangelogEntry }) {
  const words = t().timeline;
  const name = useConnectionName(entry.undoes ?? entry.connection);
  if (!name) return <>{words.sources[entry.source]}</>;
  return <>{entry.undoes ? words.undid(name) : words.by(name)}</>;
}

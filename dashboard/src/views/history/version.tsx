/** One version on the timeline. */
import { RotateCcw } from 'lucide-preact';
import type { ChangelogEntry } from 'rekindle-client';

import { inWords, leavesOf } from '../../logic/about';
import { t } from '../../strings';
import { ago, moment } from '../../ui/format';
import { Chip } from '../../ui/parts';
import { factLabel } from '../../ui/facts';

export function Version(props: {
  entry: ChangelogEntry;
  isCurrent: boolean;
  onRestore: () => void;
}) {
  const { entry } = props;
  const words = t().history;
  const added = changesIn(entry);
  const removed = entry.removedItems.map((item) => item.description);
  return (
    <li class={`version ${entry.changeType}`} data-version={entry.version}>
      <div class="version-head">
        <h3>{words.version(entry.version)}</h3>
        <Chip tone={props.isCurrent ? 'accent' : ''}>
          {props.isCurrent ? words.current : words.changeTypes[entry.changeType]}
        </Chip>
        <span class="muted small">
          {words.sources[entry.source]} ·{' '}
          <time dateTime={entry.createdAt} title={moment(entry.createdAt)}>
            {ago(entry.createdAt)}
          </time>
        </span>
        {!props.isCurrent && entry.hasSnapshot && (
          <button type="button" class="button small" onClick={props.onRestore}>
            <RotateCcw size={14} aria-hidden="true" />
            {words.rollback}
            <span class="hidden">: {words.version(entry.version)}</span>
          </button>
        )}
        {!entry.hasSnapshot && <span class="muted small">{words.notKept}</span>}
      </div>
      <Summary text={entry.changeSummary} />
      <details open={props.isCurrent}>
        <summary>
          {words.details}
          <span class="hidden">: {words.version(entry.version)}</span>
        </summary>
        {!added.length && !removed.length && <p class="muted">{words.noDetails}</p>}
        <Lines title={words.added} sign="+" lines={added} />
        <Lines title={words.removed} sign="−" lines={removed} />
      </details>
    </li>
  );
}

const TONES = { '+': 'good', '~': 'warn', '-': 'bad' } as const;

/** "+3 preferences, ~1 fact" as badges in the user's language; anything else as it is. */
function Summary({ text }: { text: string }) {
  const parts = text.split(', ').map((part) => /^([+~-])(\d+) ([a-z]+?)s?$/.exec(part));
  return (
    <p class="version-summary">
      {parts.map((match, index) => {
        const [, sign, count, noun] = match ?? [];
        const named = noun ? t().history.summary[noun] : undefined;
        if (!sign || !named) return <span key={index}>{text.split(', ')[index]}</span>;
        return (
          <Chip key={index} tone={TONES[sign as keyof typeof TONES]}>
            {t().history.summaries[sign as keyof typeof TONES](named(Number(count)))}
          </Chip>
        );
      })}
    </p>
  );
}

function Lines(props: { title: string; sign: '+' | '−'; lines: string[] }) {
  if (!props.lines.length) return null;
  return (
    <>
      <h4>{props.title}</h4>
      <ul class={`diff ${props.sign === '+' ? 'added' : 'removed'}`}>
        {props.lines.map((line, index) => (
          <li key={index}>
            <span class="sign" aria-hidden="true">
              {props.sign}
            </span>
            {line}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What a version added or changed, one item per line. */
function changesIn({ changes }: ChangelogEntry): string[] {
  const { preferences, patterns, workflows, skillLevel, ...about } = changes;
  const items = [preferences, patterns, workflows].flatMap(
    (list) => (list ?? []) as { description: string; type?: keyof ReturnType<typeof t>['types'] }[],
  );
  const levels = (skillLevel ?? {}) as { overall?: string; domains?: Record<string, string> };
  const skills = Object.entries(levels.domains ?? {});
  if (levels.overall) skills.unshift([t().items.overall, levels.overall]);
  return [
    ...items.map((item) =>
      item.type ? `${t().types[item.type]}: ${item.description}` : item.description,
    ),
    ...leavesOf(about).map(([path, value]) => `${factLabel(path)}: ${inWords(value)}`),
    ...skills.map(([name, level]) => `${t().items.kinds.skill}: ${name} – ${level}`),
  ];
}

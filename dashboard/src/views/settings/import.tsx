/** Bringing data in: exports of Rekindle and of other assistants, and files of older systems. */
import { Upload } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { isExport, type ImportFormat, type ImportProgress, type ImportStep } from 'rekindle-client';

import { live, rekindle, useTopic } from '../../live/rekindle';
import { imports } from '../../live/topics';
import { FORMATS, namesOf } from '../../logic/choices';
import { contentsOf, formatOf, read, toSend } from '../../logic/files';
import { t } from '../../strings';
import { inWordsOf, say } from '../../ui/act';
import { Field, SelectField } from '../../ui/fields';
import { Button } from '../../ui/parts';
import { day, number } from '../../ui/format';
import { UNHURRIED } from './data';

export function Import() {
  const words = t().data;
  const [chosen, setChosen] = useState<{ name: string; data: unknown } | null>(null);
  const [format, setFormat] = useState<ImportFormat | ''>('');
  const [progress, setProgress] = useState<ImportStep | null>(null);
  const [state, setState] = useState<'idle' | 'running' | 'done' | 'stopped'>('idle');

  async function choose(file: File | undefined) {
    if (!file) return;
    setState('idle');
    setProgress(null);
    try {
      const data = await read(file, file.name);
      setChosen({ name: file.name, data });
      setFormat(formatOf(data) ?? '');
    } catch {
      setChosen(null);
      say(words.unreadable, 'failed');
    }
  }
  async function run(data: unknown) {
    if (!format) return;
    setState('running');
    try {
      const sent = toSend(data, format);
      await rekindle.account.import(sent, format, { onProgress: setProgress, ...UNHURRIED });
      setState('done');
    } catch (error) {
      setState('stopped');
      say(inWordsOf(error), 'failed');
    }
    void live.check();
    void live.refresh(imports);
  }

  return (
    <div class="card stack">
      <h3>{words.importTitle}</h3>
      <p class="muted">{words.importText}</p>
      <details>
        <summary>{words.where}</summary>
        {words.whereEach.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </details>
      <Field label={words.importAction}>
        {({ id }) => (
          <input
            id={id}
            type="file"
            accept=".zip,.json,.jsonl,.txt,.md,application/json"
            disabled={state === 'running'}
            // So that the same file can be chosen again after a correction.
            onClick={(event) => {
              event.currentTarget.value = '';
            }}
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {chosen && (
        <div class="stack">
          <strong>{words.importFile(chosen.name)}</strong>
          <ul class="row tight" aria-label={words.importContents}>
            {contentsOf(chosen.data).map(({ part, count }) => (
              <li key={part} class="chip">
                {words.parts[part] ?? part}
                {count === null ? '' : `: ${number(count)}`}
              </li>
            ))}
          </ul>
          {!isExport(chosen.data) && (
            <>
              {!format && <p class="banner">{words.unknownFile}</p>}
              <SelectField<ImportFormat | ''>
                label={words.importFormat}
                value={format}
                options={[['', '—'], ...namesOf(FORMATS.slice(1), words.formats)]}
                onValue={setFormat}
              />
            </>
          )}
          {progress && format && (
            <Account progress={progress} format={format} isDone={state === 'done'} />
          )}
          {state === 'stopped' && <p class="banner failed">{words.importStopped}</p>}
          <Button
            look="primary"
            icon={Upload}
            disabled={!format || state === 'running' || state === 'done'}
            onClick={() => void run(chosen.data)}
          >
            {words.importStart}
          </Button>
        </div>
      )}
      <Imports />
    </div>
  );
}

function Account(props: { progress: ImportStep; format: ImportFormat; isDone: boolean }) {
  const words = t().data;
  const { done, total, report } = props.progress;
  // What is left out of conversations is counted with the import, by reason.
  const isEmpty = props.isDone && !report.taken && !report.merged && !report.refused.length;
  if (isEmpty) return <p class="banner failed">{words.nothingImported}</p>;
  const isTold = props.format === 'chatgpt' || props.format === 'claude';
  return (
    <div class="stack tight muted">
      <progress aria-label={words.importTitle} value={done} max={total} />
      <p role="status" class={props.isDone ? 'banner good' : ''}>
        {props.isDone ? words.imported : words.importing(done, total)}{' '}
        {isTold
          ? words.messageCounts(report.taken, report.merged)
          : words.importCounts(report.taken, report.merged, report.refused.length)}
      </p>
      {!isTold && (
        <Reasons
          title={words.importRefused}
          of={report.refused.map(({ section, reason, message }) => [
            words.parts[section] ?? section,
            words.importRejected[reason] ?? message,
          ])}
        />
      )}
    </div>
  );
}

/** What was not taken, and why, behind a click. */
const Reasons = (props: { title: string; of: readonly (readonly [string, string])[] }) =>
  props.of.length ? (
    <details>
      <summary>{props.title}</summary>
      <ul class="plain-list">
        {props.of.map(([what, why], index) => (
          <li key={index}>
            {what}: {why}
          </li>
        ))}
      </ul>
    </details>
  ) : null;

/** How far learning from imported conversations has come. */
function Imports() {
  const conversations = useTopic(imports).data?.filter((one) => one.position > 0) ?? [];
  if (!conversations.length) return null;
  return (
    <>
      <h4>{t().data.imports}</h4>
      <ul class="rows compact">
        {conversations.map((one) => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
    </>
  );
}

function Row({ of: one }: { of: ImportProgress }) {
  const words = t().data;
  const name = (words.formats as Record<string, string>)[one.source] ?? one.source;
  const kept = one.taken + one.merged;
  const read = kept - one.waiting;
  const leftOut = Object.entries(one.refused);
  const count = leftOut.reduce((sum, [, many]) => sum + many, 0);
  return (
    <li class="stack tight muted" data-import={one.id}>
      <p>
        <strong>{name}</strong> · {words.importedOn(day(one.importedAt))} ·{' '}
        {words.messageCounts(one.taken, one.merged)}
      </p>
      {one.waiting > 0 && (
        <progress aria-label={words.learnedFrom(read, kept)} value={read} max={kept} />
      )}
      <p>{one.waiting > 0 ? words.learnedFrom(read, kept) : words.allLearned}</p>
      <Reasons
        title={words.leftOut(count)}
        of={leftOut.map(([why, many]) => [words.leftOutBecause[why] ?? why, number(many)])}
      />
    </li>
  );
}

/** Bringing data in: exports of Rekindle and of other assistants, and files of older systems. */
import { Upload } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { isExport, type ImportFormat, type ImportProgress, type ImportStep } from 'rekindle-client';

import { live, rekindle, useTopic } from '../../live/rekindle';
import { imports } from '../../live/topics';
import { FORMATS } from '../../logic/choices';
import { contentsOf, formatOf, read, toSend } from '../../logic/files';
import { t } from '../../strings';
import { inWordsOf, say } from '../../ui/act';
import { Button } from '../../ui/controls';
import { day, number } from '../../ui/format';
import { Field, SelectField } from '../../ui/parts';
import { UNHURRIED } from './export';

interface Chosen {
  name: string;
  data: unknown;
}

export function Import() {
  const words = t().data;
  const [chosen, setChosen] = useState<Chosen | null>(null);
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
        <ul class="plain-list">
          {words.whereEach.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <Field label={words.importAction} class="file">
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
          <p>
            <strong>{words.importFile(chosen.name)}</strong>
          </p>
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
                options={[
                  ['', '—'],
                  ...FORMATS.filter((name) => name !== 'rekindle').map(
                    (name) => [name, words.formats[name]] as const,
                  ),
                ]}
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
      {report.refused.length > 0 && !isTold && (
        <details>
          <summary>{words.importRefused}</summary>
          <ul class="rows compact">
            {report.refused.map((item, index) => (
              <li key={index}>
                <span class="muted">{words.parts[item.section] ?? item.section}:</span>{' '}
                {words.importRejected[item.reason] ?? item.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

/** How far learning from imported conversations has come. */
function Imports() {
  const words = t().data;
  const { data } = useTopic(imports);
  const conversations = data?.filter((one) => one.position > 0) ?? [];
  if (!conversations.length) return null;
  return (
    <>
      <h4>{words.imports}</h4>
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
      {leftOut.length > 0 && (
        <details>
          <summary>{words.leftOut(leftOut.reduce((sum, [, count]) => sum + count, 0))}</summary>
          <ul class="plain-list">
            {leftOut.map(([reason, count]) => (
              <li key={reason}>
                {words.leftOutBecause[reason] ?? reason}: {count.toLocaleString(t().locale)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

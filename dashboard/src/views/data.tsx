/** All data at once: export, import, erase. */
import { Download, Trash2, Upload } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { isExport, type ImportFormat, type ImportStep } from 'rekindle-client';

import { live, rekindle, unasked } from '../live/rekindle';
import { contentsOf, read } from '../logic/files';
import { FORMATS } from '../logic/choices';
import { t } from '../strings';
import { inWordsOf, say } from '../ui/act';
import { FormDialog } from '../ui/dialog';
import { number } from '../ui/format';
import { Field, Page, Section, SelectField, TextField } from '../ui/parts';

/** All of somebody's data may take the server a while. */
const UNHURRIED = { timeout: 10 * 60_000 };

export function Data() {
  const words = t().data;
  return (
    <Page title={words.title} lead={words.lead}>
      <Export />
      <Import />
      <Erase />
    </Page>
  );
}

function Export() {
  const words = t().data;
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      const text = JSON.stringify(await rekindle.account.export(UNHURRIED), null, 1);
      offer(text, `rekindle-${live.now().toISOString().slice(0, 10)}.json`);
      say(words.exported);
    } catch (error) {
      say(inWordsOf(error), 'failed');
    }
    setBusy(false);
  }
  return (
    <Section title={words.exportTitle} lead={words.exportText} class="zone">
      <button type="button" class="button primary" disabled={busy} onClick={() => void run()}>
        <Download size={16} aria-hidden="true" /> {busy ? words.exporting : words.exportAction}
      </button>
    </Section>
  );
}

/** Has the browser save a file. */
function offer(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}

interface Chosen {
  name: string;
  data: unknown;
}

function Import() {
  const words = t().data;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [format, setFormat] = useState<ImportFormat>('rekindle');
  const [progress, setProgress] = useState<ImportStep | null>(null);
  const [state, setState] = useState<'idle' | 'running' | 'done' | 'stopped'>('idle');

  async function choose(file: File | undefined) {
    if (!file) return;
    setState('idle');
    setProgress(null);
    try {
      const data = await read(file);
      setChosen({ name: file.name, data });
      setFormat(isExport(data) ? 'rekindle' : format === 'rekindle' ? 'memories' : format);
    } catch {
      setChosen(null);
      say(words.unreadable, 'failed');
    }
  }
  async function run(data: unknown) {
    setState('running');
    try {
      await rekindle.account.import(data, format, { onProgress: setProgress, ...UNHURRIED });
      setState('done');
    } catch (error) {
      setState('stopped');
      say(inWordsOf(error), 'failed');
    }
    void live.check();
  }

  return (
    <Section title={words.importTitle} lead={words.importText} class="zone">
      <Field label={words.importAction} class="file">
        {({ id }) => (
          <input
            id={id}
            type="file"
            accept=".json,.jsonl,application/json"
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
        <div class="import">
          <p>
            <strong>{words.importFile(chosen.name)}</strong>
          </p>
          <ul class="import-parts" aria-label={words.importContents}>
            {contentsOf(chosen.data).map(({ part, count }) => (
              <li key={part} class="chip">
                {count === null ? '' : `${number(count)} `}
                {words.parts[part] ?? part}
              </li>
            ))}
          </ul>
          {!isExport(chosen.data) && (
            <SelectField<ImportFormat>
              label={words.importFormat}
              value={format}
              options={FORMATS.filter((name) => name !== 'rekindle').map(
                (name) => [name, words.formats[name]] as const,
              )}
              onValue={setFormat}
            />
          )}
          {progress && <Account progress={progress} isDone={state === 'done'} />}
          {state === 'stopped' && <p class="banner failed">{words.importStopped}</p>}
          <button
            type="button"
            class="button primary"
            disabled={state === 'running' || state === 'done'}
            onClick={() => void run(chosen.data)}
          >
            <Upload size={16} aria-hidden="true" /> {words.importStart}
          </button>
        </div>
      )}
    </Section>
  );
}

function Account({ progress, isDone }: { progress: ImportStep; isDone: boolean }) {
  const words = t().data;
  const { done, total, report } = progress;
  return (
    <div class="progress">
      <progress aria-label={words.importTitle} value={done} max={total} />
      <p role="status" class={isDone ? 'banner good' : ''}>
        {isDone ? words.imported : words.importing(done, total)}{' '}
        {words.importCounts(report.taken, report.merged, report.refused.length)}
      </p>
      {report.refused.length > 0 && (
        <details>
          <summary>{words.importRefused}</summary>
          <ul class="rows compact refused">
            {report.refused.map((item, index) => (
              <li key={index}>
                <span class="muted">{words.parts[item.section] ?? item.section}:</span>{' '}
                {item.message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function Erase() {
  const words = t().data;
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState('');
  const close = () => {
    setAsking(false);
    setTyped('');
  };
  async function run() {
    const deleted = await unasked(() => rekindle.account.erase(UNHURRIED));
    say(words.erased(Object.values(deleted).reduce((sum, count) => sum + count, 0)));
  }
  return (
    <Section title={words.eraseTitle} lead={words.eraseText} class="zone danger-zone">
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        <Trash2 size={16} aria-hidden="true" /> {words.eraseAction}
      </button>
      {asking && (
        <FormDialog
          title={words.eraseDialog}
          hint={words.eraseText}
          submit={words.eraseConfirm}
          danger
          disabled={typed.trim().toLowerCase() !== words.eraseWord}
          onClose={close}
          onSubmit={run}
        >
          <TextField
            label={words.eraseType(words.eraseWord)}
            value={typed}
            onValue={setTyped}
            autoComplete="off"
          />
        </FormDialog>
      )}
    </Section>
  );
}

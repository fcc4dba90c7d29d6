/** Everything at once: take it away, bring it in, erase it. */
import { Download, Trash2, Upload } from 'lucide-preact';
import { useState } from 'preact/hooks';

import { eraseAccount } from '../api/calls';
import { ApiError } from '../api/client';
import { contentsOf, exportAll, importAll, read, type Document } from '../api/portability';
import { askNow, serverNow } from '../live/changes';
import { t } from '../strings';
import { inWordsOf, say } from '../ui/act';
import { FormDialog } from '../ui/dialog';
import { number } from '../ui/format';
import { Field, Page, Section, TextField } from '../ui/parts';

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

/** What went wrong; a route that is not there is said plainly. */
function explained(error: unknown): string {
  if (error instanceof ApiError && error.code === 404) return t().data.unavailable;
  return inWordsOf(error);
}

function Export() {
  const words = t().data;
  const [busy, setBusy] = useState(false);
  async function run() {
    setBusy(true);
    try {
      const text = JSON.stringify(await exportAll(), null, 1);
      offer(text, `rekindle-${serverNow().toISOString().slice(0, 10)}.json`);
      say(words.exported);
    } catch (error) {
      say(explained(error), 'failed');
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

/** Hands a file to the browser, which saves it. */
function offer(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}

type Progress = { done: number; total: number };

function Import() {
  const words = t().data;
  const [chosen, setChosen] = useState<{ name: string; document: Document } | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [state, setState] = useState<'idle' | 'running' | 'done' | 'stopped'>('idle');

  async function choose(file: File | undefined) {
    if (!file) return;
    setState('idle');
    setProgress(null);
    try {
      setChosen({ name: file.name, document: await read(file) });
    } catch {
      setChosen(null);
      say(words.notOurs, 'failed');
    }
  }
  async function run() {
    if (!chosen) return;
    setState('running');
    try {
      await importAll(chosen.document, (done, total) => setProgress({ done, total }));
      setState('done');
      say(words.imported);
    } catch (error) {
      setState('stopped');
      say(explained(error), 'failed');
    }
    askNow();
  }

  return (
    <Section title={words.importTitle} lead={words.importText} class="zone">
      <Field label={words.importAction} class="file">
        {({ id }) => (
          <input
            id={id}
            type="file"
            accept="application/json,.json"
            disabled={state === 'running'}
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
            {contentsOf(chosen.document).map(({ part, count }) => (
              <li key={part} class="chip">
                {count === null ? '' : `${number(count)} `}
                {words.parts[part] ?? part}
              </li>
            ))}
          </ul>
          {progress && (
            <div class="progress">
              <progress aria-label={words.importTitle} value={progress.done} max={progress.total} />
              <span role="status">{words.importing(progress.done, progress.total)}</span>
            </div>
          )}
          {state === 'stopped' && <p class="banner failed">{words.importStopped}</p>}
          {state === 'done' && <p class="banner good">{words.imported}</p>}
          <button
            type="button"
            class="button primary"
            disabled={state === 'running' || state === 'done'}
            onClick={() => void run()}
          >
            <Upload size={16} aria-hidden="true" /> {words.importStart}
          </button>
        </div>
      )}
    </Section>
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
    const { deleted } = await eraseAccount();
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

/** Where the user says something, and sees what is learned from it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ContextBlock, Decision } from 'rekindle-client';

import { live, rekindle, useTopic } from '../../live/rekindle';
import { contextFor, nothing, profile } from '../../live/topics';
import { addressInContext } from '../../logic/items';
import { t } from '../../strings';
import { useSubmit } from '../../ui/act';
import { TextField } from '../../ui/fields';
import { Button, Link, Problem, Quoted } from '../../ui/parts';
import { addressIn, Decisions } from '../../ui/decision';
import { useDelayed, useDraft } from '../../ui/hooks';

/** Characters from which on a message is looked up, and how many of the notes found are shown. */
const SHORTEST = 3;
const NOTES = 3;

interface Heard {
  text: string;
  /** What became of it; null if no analysis has read it yet. */
  decisions: Decision[] | null;
  /** Why nothing was read or learned, if there is a reason. */
  because?: string;
}

export function Talk({ onLit }: { onLit: (addresses: string[]) => void }) {
  const words = t().talk;
  const [text = '', setText] = useDraft<string>('talk');
  const [heard, setHeard] = useState<Heard | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const told = useTold(text.trim());
  useEffect(() => onLit(addressesIn(told)), [told, onLit]);

  const { busy, problem, submit } = useSubmit(hear, undefined, () =>
    form.current?.querySelector('input')?.focus(),
  );

  async function hear() {
    const { id = '', status, reason } = await rekindle.record(text);
    setText(undefined);
    setHeard({ text, decisions: null });
    if (!id || status === 'skipped') {
      setHeard({ text, decisions: [], because: reason ?? '' });
      return;
    }
    const decisions = await learnedFrom(id);
    const isMasked = !decisions?.length && (await rekindle.prompts.get(id)).content !== text;
    setHeard({ text, decisions, ...(isMasked && { because: 'unsafe' }) });
    await live.refresh(profile);
    onLit((decisions ?? []).flatMap((it) => addressIn(it) ?? []));
  }

  return (
    <section class="talk stack tight">
      <form ref={form} class="fields" onSubmit={submit}>
        <TextField
          label={words.label}
          placeholder={words.placeholder}
          value={text}
          onValue={setText}
          maxLength={4000}
          autoComplete="off"
        />
        <Button type="submit" look="primary" disabled={busy || !text.trim()}>
          {busy ? words.learning : words.submit}
        </Button>
      </form>
      <Problem text={problem} />
      <div role="status">
        {told?.text ? (
          <Told told={told} message={text.trim()} />
        ) : (
          heard && <Outcome heard={heard} busy={busy} />
        )}
      </div>
    </section>
  );
}

/** Has a message analysed; null if that takes longer than anybody waits. */
async function learnedFrom(promptId: string): Promise<Decision[] | null> {
  const { batchId } = await rekindle.profile.refresh({ wait: true });
  if (!batchId) return null;
  const batch = await rekindle.batches.get(batchId);
  if (batch.state !== 'done') return null;
  return batch.decisions.filter((it) => it.promptId === promptId);
}

function Outcome({ heard, busy }: { heard: Heard; busy: boolean }) {
  const words = t().talk;
  const { text, decisions, because } = heard;
  const taken = decisions?.filter((it) => addressIn(it)) ?? [];
  return (
    <>
      <Quoted text={text} quotes={taken.flatMap((it) => it.quote ?? [])} />
      {busy && <p class="small muted">{words.learning}</p>}
      {!busy && !decisions && <p class="small muted">{words.later}</p>}
      {decisions?.length === 0 && (
        <p class="small muted">{(because && words.because[because]) || words.nothing}</p>
      )}
      {decisions && decisions.length > 0 && <Decisions of={decisions} marked />}
    </>
  );
}

/** The context for a message, once the typing pauses; the last one until the next arrives. */
function useTold(message: string): ContextBlock | null {
  const query = useDelayed(message);
  const isLong = message.length >= SHORTEST;
  // It is only a glimpse: whatever is wrong with it, the preview says.
  const { data } = useTopic(isLong && query ? contextFor(query) : nothing);
  const last = useRef<ContextBlock | null>(null);
  last.current = isLong ? (data ?? last.current) : null;
  return last.current;
}

/** The addresses of the items in a context. */
const addressesIn = (told: ContextBlock | null): string[] =>
  (told?.items ?? []).flatMap(({ section, id }) => addressInContext(section, id) ?? []);

/** What a message would have an assistant told: shown while it is typed, and recorded nowhere. */
function Told({ told, message }: { told: ContextBlock; message: string }) {
  const words = t().talk;
  const letters = Array.from(told.text);
  const items = new Set(addressesIn(told));
  const notes = (told.items ?? []).filter(({ start }) => start >= told.stablePrefixLength);
  const whole = `/context?q=${encodeURIComponent(message)}`;
  return (
    <div class="told small muted">
      {(items.size > 0 || notes.length > 0) && words.told(items.size, notes.length)}{' '}
      <Link to={whole}>{words.whole}</Link>
      <ul class="stack tight">
        {notes.slice(0, NOTES).map(({ id, start, end }) => (
          <li key={id}>
            <Link to={`/memory?note=${encodeURIComponent(id)}`}>
              {letters.slice(start, end).join('')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

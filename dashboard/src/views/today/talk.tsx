/** Where the user says something, and sees what is learned from it. */
import { useEffect, useState } from 'preact/hooks';
import type { Decision } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { profile } from '../../live/topics';
import { t } from '../../strings';
import { useSubmit } from '../../ui/act';
import { TextField } from '../../ui/fields';
import { Button, Problem, Quoted } from '../../ui/parts';
import { addressIn, Decisions } from '../../ui/decision';
import { useDraft } from '../../ui/hooks';
import { addressesIn, Told, useTold } from './told';

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
  const told = useTold(text.trim());
  useEffect(() => onLit(addressesIn(told)), [told, onLit]);

  const { busy, problem, submit } = useSubmit(async () => {
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
  });

  return (
    <section class="talk stack tight">
      <form class="fields" onSubmit={submit}>
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
        {told ? (
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

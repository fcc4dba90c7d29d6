/** The forms in the panel. What is typed stays until it is saved or discarded. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Level } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { factPatch, FIELDS } from '../../logic/about';
import { LEVELS } from '../../logic/choices';
import { linesOf, type HabitDraft, type HabitItem } from '../../logic/habits';
import { levelPatch, type Item } from '../../logic/items';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button } from '../../ui/controls';
import { factLabel } from '../../ui/facts';
import { Problem, SelectField, TextField } from '../../ui/parts';
import { PreferenceFields, type PreferenceDraft } from '../today/preference-form';

/** People have several fields each, and are edited with all other facts. */
export const isEditable = (item: Item) => item.id !== 'contacts';

export function EditPreference(props: {
  id: string;
  draft: PreferenceDraft;
  onDraft: (draft: PreferenceDraft) => void;
  onEnd: () => void;
}) {
  return (
    <InPanel
      hint={t().preferenceForm.hint}
      disabled={!props.draft.description.trim()}
      onEnd={props.onEnd}
      onSubmit={() => rekindle.preferences.change(props.id, props.draft)}
    >
      <PreferenceFields draft={props.draft} onDraft={props.onDraft} />
    </InPanel>
  );
}

export function EditHabit(props: {
  item: HabitItem;
  draft: HabitDraft;
  onDraft: (draft: HabitDraft) => void;
  onEnd: () => void;
}) {
  const { item, draft, onDraft } = props;
  const description = draft.description.trim();
  const steps = linesOf(draft.steps);
  const save = () =>
    item.kind === 'pattern'
      ? rekindle.profile.changePattern(item.id, { description, category: draft.category.trim() })
      : rekindle.profile.changeWorkflow(item.id, { description, steps });
  return (
    <InPanel
      hint={t().preferenceForm.hint}
      disabled={!description}
      onEnd={props.onEnd}
      onSubmit={save}
    >
      <TextField
        label={t().preferenceForm.description}
        value={draft.description}
        onValue={(text) => onDraft({ ...draft, description: text })}
        maxLength={500}
        required
      />
      {item.kind === 'pattern' ? (
        <TextField
          label={t().preferenceForm.category}
          value={draft.category}
          onValue={(category) => onDraft({ ...draft, category })}
          maxLength={200}
        />
      ) : (
        <TextField
          label={t().item.steps}
          hint={t().item.stepsHint}
          value={draft.steps}
          onValue={(text) => onDraft({ ...draft, steps: text })}
          rows={4}
        />
      )}
    </InPanel>
  );
}

export function EditSkill(props: {
  id: string;
  draft: Level;
  onDraft: (draft: Level) => void;
  onEnd: () => void;
}) {
  return (
    <InPanel
      hint={t().preferenceForm.hint}
      disabled={false}
      onEnd={props.onEnd}
      onSubmit={() => rekindle.profile.setSkills(levelPatch(props.id, props.draft))}
    >
      <SelectField
        label={t().item.level}
        value={props.draft}
        onValue={props.onDraft}
        options={LEVELS.map((level) => [level, t().levels[level]] as const)}
      />
    </InPanel>
  );
}

export function EditFact(props: {
  item: Item;
  draft: string;
  onDraft: (draft: string) => void;
  onEnd: () => void;
}) {
  const { item, draft } = props;
  const kind = FIELDS.find(([path]) => path === item.id)?.[1] ?? 'text';
  const field = { label: factLabel(item.id), value: draft, onValue: props.onDraft };
  const patch = factPatch(item.id, item.text, draft);
  const choices = kind === 'tone' ? t().tones : kind === 'detail' ? t().details : null;
  return (
    <InPanel
      hint={t().factsForm.hint}
      disabled={Object.keys(patch).length === 0}
      onEnd={props.onEnd}
      onSubmit={() => rekindle.profile.setAbout(patch)}
    >
      {choices ? (
        <SelectField {...field} options={Object.entries(choices)} />
      ) : (
        <TextField
          {...field}
          maxLength={2000}
          {...(kind === 'list' && { hint: t().factsForm.listHint })}
          {...(kind === 'long' && { rows: 4 })}
        />
      )}
    </InPanel>
  );
}

function InPanel(props: {
  hint: string;
  disabled: boolean;
  onEnd: () => void;
  onSubmit: () => Promise<unknown>;
  children: ComponentChildren;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    const went = await act(props.onSubmit, t().item.saved, setProblem);
    setBusy(false);
    if (went) props.onEnd();
  }
  return (
    <form ref={form} class="panel-form" onSubmit={submit}>
      {props.children}
      <p class="small muted">{props.hint}</p>
      <Problem text={problem} />
      <div class="row">
        <Button type="submit" look="primary" disabled={busy || props.disabled}>
          {busy ? t().common.saving : t().common.save}
        </Button>
        <Button onClick={props.onEnd}>{t().common.cancel}</Button>
      </div>
    </form>
  );
}

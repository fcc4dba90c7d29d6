/** What a preference says, as fields, and the form for a new one. */
import { useState } from 'preact/hooks';
import type { NewPreference as Stated, Preference } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { PREFERENCE_TYPES } from '../../logic/choices';
import { t } from '../../strings';
import { FormDialog } from '../../ui/dialog';
import { percent } from '../../ui/format';
import { Field, SelectField, TextField } from '../../ui/parts';

export type PreferenceDraft = Required<
  Pick<Stated, 'type' | 'description' | 'context' | 'category' | 'confidence'>
>;

export const preferenceDraft = (item?: Preference): PreferenceDraft => ({
  type: item?.type ?? 'preference',
  description: item?.description ?? '',
  context: item?.context ?? '',
  category: item?.category ?? '',
  confidence: item?.confidence ?? 0.9,
});

export function NewPreference({ onClose }: { onClose: () => void }) {
  const words = t().preferenceForm;
  const [draft, setDraft] = useState(preferenceDraft());
  return (
    <FormDialog
      title={t().items.addPreference}
      done={words.added}
      disabled={!draft.description.trim()}
      onClose={onClose}
      onSubmit={() => rekindle.preferences.add(draft)}
    >
      <PreferenceFields draft={draft} onDraft={setDraft} />
    </FormDialog>
  );
}

export function PreferenceFields(props: {
  draft: PreferenceDraft;
  onDraft: (draft: PreferenceDraft) => void;
}) {
  const { draft, onDraft } = props;
  const words = t().preferenceForm;
  return (
    <>
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        value={draft.description}
        onValue={(description) => onDraft({ ...draft, description })}
        maxLength={500}
        required
      />
      <SelectField
        label={words.type}
        value={draft.type}
        onValue={(type) => onDraft({ ...draft, type })}
        options={PREFERENCE_TYPES.map((name) => [name, t().types[name]] as const)}
      />
      <TextField
        label={words.context}
        hint={words.contextHint}
        value={draft.context}
        onValue={(context) => onDraft({ ...draft, context })}
        maxLength={500}
        rows={2}
      />
      <TextField
        label={words.category}
        value={draft.category}
        onValue={(category) => onDraft({ ...draft, category })}
        maxLength={200}
      />
      <Field label={words.confidence}>
        {({ id }) => (
          <div class="range">
            <input
              id={id}
              type="range"
              min="0.05"
              max="1"
              step="0.05"
              value={draft.confidence}
              aria-valuetext={percent(draft.confidence)}
              onInput={(event) =>
                onDraft({ ...draft, confidence: Number(event.currentTarget.value) })
              }
            />
            <output for={id}>{percent(draft.confidence)}</output>
          </div>
        )}
      </Field>
    </>
  );
}

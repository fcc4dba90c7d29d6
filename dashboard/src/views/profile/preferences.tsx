/** Preferences by type, with their actions. */
import { Plus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Preference, PreferenceType, Profile, Settings } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { PREFERENCE_TYPES } from '../../logic/choices';
import { t } from '../../strings';
import { FormDialog } from '../../ui/dialog';
import { percent } from '../../ui/format';
import { Field, Section, SelectField, TextField } from '../../ui/parts';
import { PreferenceRow } from './preference';

export function Preferences(props: { profile: Profile; settings: Settings | undefined }) {
  const { profile, settings } = props;
  const words = t().profile;
  const [type, setType] = useState<PreferenceType | 'all'>('all');
  const [withInactive, setWithInactive] = useState(true);
  const [editing, setEditing] = useState<Preference | 'new' | null>(null);
  const [forgetting, setForgetting] = useState<Preference | null>(null);
  const present = PREFERENCE_TYPES.filter((name) =>
    profile.preferences.some((item) => item.type === name),
  );
  const chosen = type === 'all' || !present.includes(type) ? present : [type];
  const shownOf = (name: PreferenceType) =>
    profile.preferences
      .filter((item) => item.type === name && (withInactive || item.active))
      .sort((a, b) => Number(b.active) - Number(a.active) || b.confidence - a.confidence);
  return (
    <Section
      title={words.preferences}
      lead={words.preferencesLead}
      actions={
        <button type="button" class="button primary" onClick={() => setEditing('new')}>
          <Plus size={16} aria-hidden="true" /> {words.add}
        </button>
      }
    >
      {present.length > 1 && (
        <div class="filters" role="group" aria-label={words.filter}>
          {(['all', ...present] as const).map((name) => (
            <button
              key={name}
              type="button"
              class="filter"
              aria-pressed={name === type}
              onClick={() => setType(name)}
            >
              {name === 'all' ? words.all : t().types[name]}
            </button>
          ))}
          <label class="check">
            <input
              type="checkbox"
              checked={withInactive}
              onChange={(event) => setWithInactive(event.currentTarget.checked)}
            />
            {words.showInactive}
          </label>
        </div>
      )}
      <div class="card groups">
        {chosen.map((name) => {
          const items = shownOf(name);
          if (!items.length) return null;
          return (
            <div class="group" key={name}>
              <h3>{t().types[name]}</h3>
              <ul class="rows">
                {items.map((item) => (
                  <PreferenceRow
                    key={item.id}
                    item={item}
                    profile={profile}
                    settings={settings}
                    onEdit={() => setEditing(item)}
                    onForget={() => setForgetting(item)}
                  />
                ))}
              </ul>
            </div>
          );
        })}
        {!present.length && <p class="muted">{words.noneOfType}</p>}
      </div>
      {editing && (
        <PreferenceForm
          item={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {forgetting && (
        <FormDialog
          title={words.forgetTitle}
          hint={words.forgetText(forgetting.description)}
          submit={words.forgetConfirm}
          danger
          done={words.forgotten}
          onClose={() => setForgetting(null)}
          onSubmit={() => rekindle.preferences.delete(forgetting.id)}
        />
      )}
    </Section>
  );
}

function PreferenceForm({ item, onClose }: { item: Preference | null; onClose: () => void }) {
  const words = t().profile;
  const [type, setType] = useState<PreferenceType>(item?.type ?? 'preference');
  const [description, setDescription] = useState(item?.description ?? '');
  const [context, setContext] = useState(item?.context ?? '');
  const [category, setCategory] = useState(item?.category ?? '');
  const [confidence, setConfidence] = useState(item?.confidence ?? 0.9);
  const body = { type, description: description.trim(), context, category, confidence };
  return (
    <FormDialog
      title={item ? words.editTitle : words.add}
      {...(item ? { hint: words.editHint } : {})}
      done={item ? words.saved : words.added}
      disabled={!body.description}
      onClose={onClose}
      onSubmit={() =>
        item ? rekindle.preferences.change(item.id, body) : rekindle.preferences.add(body)
      }
    >
      <SelectField
        label={words.type}
        value={type}
        onValue={setType}
        options={PREFERENCE_TYPES.map((name) => [name, t().types[name]] as const)}
      />
      <TextField
        label={words.description}
        hint={words.descriptionHint}
        value={description}
        onValue={setDescription}
        maxLength={500}
        required
      />
      <TextField
        label={words.context}
        hint={words.contextHint}
        value={context}
        onValue={setContext}
        maxLength={500}
        rows={2}
      />
      <TextField label={words.category} value={category} onValue={setCategory} maxLength={200} />
      <Field label={words.confidence}>
        {({ id }) => (
          <div class="range">
            <input
              id={id}
              type="range"
              min="0.05"
              max="1"
              step="0.05"
              value={confidence}
              aria-valuetext={percent(confidence)}
              onInput={(event) => setConfidence(Number(event.currentTarget.value))}
            />
            <output for={id}>{percent(confidence)}</output>
          </div>
        )}
      </Field>
    </FormDialog>
  );
}

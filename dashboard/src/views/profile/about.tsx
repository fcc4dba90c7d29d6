/** The facts about the user, and their editor. */
import { Pencil, Plus, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import {
  ApiError,
  type FactMeta,
  type Contact,
  type Profile,
  type Settings,
} from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import {
  draftOf,
  FIELDS,
  inWords,
  leavesOf,
  patchOf,
  rebased,
  type Draft,
} from '../../logic/about';
import { endOfFact } from '../../logic/decay';
import { t } from '../../strings';
import { FormDialog } from '../../ui/dialog';
import { day, percent } from '../../ui/format';
import { Section, SelectField, TextField } from '../../ui/parts';

export function AboutSection(props: { profile: Profile; settings: Settings | undefined }) {
  const { profile, settings } = props;
  const [editing, setEditing] = useState(false);
  const words = t().profile;
  const leaves = leavesOf(profile.about);
  const order: string[] = FIELDS.map(([path]) => path);
  leaves.sort(([a], [b]) => place(order, a) - place(order, b));
  return (
    <Section
      title={words.about}
      lead={words.aboutLead}
      actions={
        <button type="button" class="button" onClick={() => setEditing(true)}>
          <Pencil size={16} aria-hidden="true" /> {words.editAbout}
        </button>
      }
    >
      {leaves.length === 0 && <p class="muted card">{words.aboutEmpty}</p>}
      {leaves.length > 0 && (
        <dl class="about card">
          {leaves.map(([path, value]) => {
            const meta = profile.aboutMeta.find((item) => item.path === path);
            return (
              <div key={path}>
                <dt>{factLabel(path)}</dt>
                <dd>
                  <span class="about-value">{factValue(path, value)}</span>
                  {meta && <Origin meta={meta} settings={settings} />}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {editing && <AboutEditor profile={profile} onClose={() => setEditing(false)} />}
    </Section>
  );
}

function place(order: string[], path: string): number {
  const index = order.indexOf(path);
  return index < 0 ? order.length : index;
}

export function factLabel(path: string): string {
  return t().facts[path] ?? path.replace(/^custom\./, '');
}

function factValue(path: string, value: unknown): string {
  const text = inWords(value);
  if (path === 'codePreferences.tone') return t().tones[text] ?? text;
  if (path === 'codePreferences.detailLevel') return t().details[text] ?? text;
  return text;
}

function Origin({ meta, settings }: { meta: FactMeta; settings: Settings | undefined }) {
  if (meta.source === 'declared') return <span class="origin">{t().profile.declared}</span>;
  const ends = settings && endOfFact(meta, settings, live.now());
  return (
    <span class="origin">
      {t().profile.learnedFact(percent(meta.confidence), meta.seenCount)}
      {meta.inferred && <> · {t().profile.inferredFact}</>}
      {ends && <> · {t().profile.factEnds(day(ends))}</>}
    </span>
  );
}

function AboutEditor({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const words = t().profile;
  // The change is based on the state that the user saw, even if the profile changes meanwhile.
  const [seen, setSeen] = useState(profile);
  const [draft, setDraft] = useState<Draft>(() => draftOf(seen.about));
  const patch = patchOf(draftOf(seen.about), draft);
  async function save() {
    try {
      await rekindle.profile.setAbout(patch, { version: seen.version });
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'VERSION_MOVED') {
        const current = await rekindle.profile.get();
        setDraft(rebased(draft, draftOf(seen.about), draftOf(current.about)));
        setSeen(current);
      }
      throw error;
    }
  }
  const set = (path: string) => (value: string) =>
    setDraft((old) => ({ ...old, fields: { ...old.fields, [path]: value } }));
  return (
    <FormDialog
      title={words.aboutEditor}
      hint={words.aboutEditorHint}
      wide
      done={words.saved}
      disabled={Object.keys(patch).length === 0}
      onClose={onClose}
      onSubmit={save}
    >
      <div class="form-grid">
        {FIELDS.map(([path, kind]) => {
          const value = draft.fields[path] ?? '';
          const label = factLabel(path);
          if (kind === 'contacts') return null;
          if (kind === 'tone' || kind === 'detail') {
            const options = Object.entries(kind === 'tone' ? t().tones : t().details);
            return (
              <SelectField
                key={path}
                label={label}
                value={value}
                onValue={set(path)}
                options={[['', '—'], ...options]}
              />
            );
          }
          return (
            <TextField
              key={path}
              label={label}
              class={kind === 'long' ? 'whole' : ''}
              value={value}
              onValue={set(path)}
              {...(kind === 'long' ? { rows: 3, maxLength: 2000 } : {})}
              {...(kind === 'list' ? { hint: words.listHint } : {})}
              {...(kind === 'text' ? { maxLength: 200 } : {})}
            />
          );
        })}
      </div>
      <Contacts
        contacts={draft.contacts}
        onChange={(contacts) => setDraft((old) => ({ ...old, contacts }))}
      />
      <Custom
        custom={draft.custom}
        onChange={(custom) => setDraft((old) => ({ ...old, custom }))}
      />
    </FormDialog>
  );
}

const CONTACT_FIELDS = ['name', 'relation', 'email', 'phone', 'note'] as const;

function Contacts(props: { contacts: Contact[]; onChange: (contacts: Contact[]) => void }) {
  const { contacts, onChange } = props;
  return (
    <fieldset>
      <legend>{factLabel('contacts')}</legend>
      {contacts.map((contact, index) => (
        <div class="form-row" key={index}>
          {CONTACT_FIELDS.map((field) => (
            <TextField
              key={field}
              label={t().profile.contact[field]}
              maxLength={200}
              value={contact[field] ?? ''}
              onValue={(value) =>
                onChange(
                  contacts.map((old, at) => (at === index ? { ...old, [field]: value } : old)),
                )
              }
            />
          ))}
          <RemoveRow onClick={() => onChange(contacts.filter((_, at) => at !== index))} />
        </div>
      ))}
      <button type="button" class="button" onClick={() => onChange([...contacts, { name: '' }])}>
        <Plus size={16} aria-hidden="true" /> {t().profile.addContact}
      </button>
    </fieldset>
  );
}

function Custom(props: { custom: Draft['custom']; onChange: (custom: Draft['custom']) => void }) {
  const { custom, onChange } = props;
  const change = (index: number, field: 'key' | 'value') => (value: string) =>
    onChange(custom.map((old, at) => (at === index ? { ...old, [field]: value } : old)));
  return (
    <fieldset>
      <legend>{t().profile.custom}</legend>
      {custom.map((item, index) => (
        <div class="form-row" key={index}>
          <TextField
            label={t().profile.customKey}
            maxLength={200}
            value={item.key}
            onValue={change(index, 'key')}
          />
          <TextField
            label={t().profile.customValue}
            maxLength={2000}
            value={item.value}
            onValue={change(index, 'value')}
          />
          <RemoveRow onClick={() => onChange(custom.filter((_, at) => at !== index))} />
        </div>
      ))}
      <button
        type="button"
        class="button"
        onClick={() => onChange([...custom, { key: '', value: '' }])}
      >
        <Plus size={16} aria-hidden="true" /> {t().profile.addCustom}
      </button>
    </fieldset>
  );
}

function RemoveRow({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      class="button icon quiet"
      aria-label={t().common.remove}
      onClick={onClick}
    >
      <Trash2 size={17} aria-hidden="true" />
    </button>
  );
}

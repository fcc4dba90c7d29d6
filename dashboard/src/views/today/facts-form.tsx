/** The form for all facts about the user. */
import { Plus, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { ApiError, type Contact, type Profile } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { draftOf, FIELDS, patchOf, rebased, type Draft } from '../../logic/about';
import { t } from '../../strings';
import { Button } from '../../ui/controls';
import { FormDialog } from '../../ui/dialog';
import { factLabel } from '../../ui/facts';
import { SelectField, TextField } from '../../ui/parts';

export function FactsForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const words = t().factsForm;
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
      title={words.title}
      hint={words.hint}
      wide
      done={words.saved}
      disabled={Object.keys(patch).length === 0}
      onClose={onClose}
      onSubmit={save}
    >
      <div class="columns">
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
        <div class="form-row fields" key={index}>
          {CONTACT_FIELDS.map((field) => (
            <TextField
              key={field}
              label={t().factsForm.contact[field]}
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
      <Button icon={Plus} onClick={() => onChange([...contacts, { name: '' }])}>
        {t().factsForm.addContact}
      </Button>
    </fieldset>
  );
}

function Custom(props: { custom: Draft['custom']; onChange: (custom: Draft['custom']) => void }) {
  const { custom, onChange } = props;
  const change = (index: number, field: 'key' | 'value') => (value: string) =>
    onChange(custom.map((old, at) => (at === index ? { ...old, [field]: value } : old)));
  return (
    <fieldset>
      <legend>{t().factsForm.custom}</legend>
      {custom.map((item, index) => (
        <div class="form-row fields" key={index}>
          <TextField
            label={t().factsForm.customKey}
            maxLength={200}
            value={item.key}
            onValue={change(index, 'key')}
          />
          <TextField
            label={t().factsForm.customValue}
            maxLength={2000}
            value={item.value}
            onValue={change(index, 'value')}
          />
          <RemoveRow onClick={() => onChange(custom.filter((_, at) => at !== index))} />
        </div>
      ))}
      <Button icon={Plus} onClick={() => onChange([...custom, { key: '', value: '' }])}>
        {t().factsForm.addCustom}
      </Button>
    </fieldset>
  );
}

function RemoveRow({ onClick }: { onClick: () => void }) {
  return <Button icon={Trash2} label={t().common.remove} onClick={onClick} />;
}

/** How each kind of item is edited: its fields, what they hold, and what saves them. */
import type { Contact, Level, PreferenceType } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { factPatch, FIELDS, listOf } from '../../logic/about';
import { LEVELS, namesOf } from '../../logic/choices';
import { levelPatch, type Item } from '../../logic/items';
import { t } from '../../strings';
import { factLabel } from '../../ui/facts';
import type { FieldOf, Values } from '../../ui/fields';

export interface Editor {
  hint: string;
  fields: readonly FieldOf[];
  values: Values;
  save: (values: Values) => Promise<unknown>;
}

const CONTACT = ['name', 'relation', 'email', 'phone', 'note'] as const;

export function editorOf(item: Item): Editor {
  const { hint } = t().preferenceForm;
  switch (item.kind) {
    case 'preference':
      return {
        ...preferenceEditor({ ...item.preference, confidence: String(item.preference.confidence) }),
        save: (values) => rekindle.preferences.change(item.id, preferenceIn(values)),
      };
    case 'pattern':
      return {
        hint,
        fields: [description(), category()],
        values: { description: item.text, category: item.pattern.category },
        save: (values) => rekindle.profile.changePattern(item.id, trimmed(values)),
      };
    case 'workflow':
      return {
        hint,
        fields: [
          description(),
          { name: 'steps', label: t().item.steps, hint: t().item.stepsHint, rows: 4, most: 2000 },
        ],
        values: { description: item.text, steps: item.workflow.steps.join('\n') },
        save: ({ description = '', steps = '' }) => {
          const said = { description: description.trim(), steps: linesOf(steps.trim()) };
          return rekindle.profile.changeWorkflow(item.id, said);
        },
      };
    case 'skill':
      return {
        hint,
        fields: [{ name: 'level', label: t().item.level, options: namesOf(LEVELS, t().levels) }],
        values: { level: item.level },
        save: ({ level }) => rekindle.profile.setSkills(levelPatch(item.id, level as Level)),
      };
    case 'fact':
      return item.id === 'contacts' ? contactsEditor(item.value as Contact[]) : factEditor(item);
  }
}

/** The editor of a new preference. */
export const newPreference = (): Editor => ({
  ...preferenceEditor({ type: 'preference', confidence: '0.9' }),
  save: (values) => rekindle.preferences.add(preferenceIn(values)),
});

/** The editor of a fact that is not known yet: one of the usual ones, or one with a name of its own. */
export function newFact(path: string, known: readonly string[]): Editor {
  const words = t().factsForm;
  const what: FieldOf = {
    name: 'path',
    label: words.what,
    options: [
      ...missingFacts(known).map((name) => [name, factLabel(name)] as const),
      [OWN, words.custom],
    ],
  };
  const own = { name: 'key', label: words.customKey, required: true };
  const { fields, values, save } =
    path === 'contacts' ? contactsEditor([]) : factEditor({ id: path, text: '' });
  return {
    hint: words.hint,
    fields: [what, ...(path === OWN ? [own] : []), ...fields],
    values: { ...values, path },
    save: (typed) => {
      const name = (typed['key'] ?? '').trim();
      return path === OWN
        ? factEditor({ id: `custom.${name}`, text: '' }).save(typed)
        : save(typed);
    },
  };
}

/** The usual facts that are not known. */
export const missingFacts = (known: readonly string[]): string[] =>
  FIELDS.map(([name]) => name).filter((name) => !known.includes(name));

/** Stands for a fact whose name the user chooses. */
export const OWN = 'custom';

function factEditor({ id, text }: Pick<Item, 'id' | 'text'>): Editor {
  const words = t().factsForm;
  const kind = FIELDS.find(([path]) => path === id)?.[1] ?? 'text';
  const choices = kind === 'tone' ? t().tones : kind === 'detail' ? t().details : null;
  return {
    hint: words.hint,
    fields: [
      {
        name: 'value',
        label: id === OWN ? words.customValue : factLabel(id),
        most: 2000,
        ...(choices && { options: [['', '—'], ...Object.entries(choices)] as const }),
        ...(kind === 'list' && { hint: words.listHint }),
        ...(kind === 'long' && { rows: 4 }),
      },
    ],
    values: { value: text },
    save: ({ value = '' }) => {
      const typed = value.trim();
      const told = kind === 'list' ? listOf(typed) : typed;
      return rekindle.profile.setAbout(factPatch(id, typed ? told : null));
    },
  };
}

/** People have several fields each; the last are for one more, and who loses the name goes. */
function contactsEditor(known: readonly Contact[]): Editor {
  const words = t().factsForm;
  const people = [...known, { name: '' }];
  return {
    hint: `${words.contactHint} ${words.hint}`,
    fields: people.flatMap((_, place) =>
      CONTACT.map((name) => ({
        name: `${place} ${name}`,
        label: `${words.contact[name]} ${place + 1}`,
      })),
    ),
    values: Object.fromEntries(
      people.flatMap((person, place) =>
        CONTACT.map((name) => [`${place} ${name}`, person[name] ?? '']),
      ),
    ),
    save: (values) => {
      const kept = people.flatMap((_, place): Contact[] => {
        const told = CONTACT.map((name) => [name, values[`${place} ${name}`]?.trim()] as const);
        const person = Object.fromEntries(told.filter(([, text]) => text));
        return person['name'] ? [person as unknown as Contact] : [];
      });
      return rekindle.profile.setAbout(factPatch('contacts', kept.length ? kept : null));
    },
  };
}

function preferenceEditor(values: Record<string, unknown>): Omit<Editor, 'save'> {
  const words = t().preferenceForm;
  const fields: FieldOf[] = [
    { ...description(), hint: words.descriptionHint },
    { name: 'type', label: words.type, options: Object.entries(t().types) },
    { name: 'context', label: words.context, hint: words.contextHint, most: 500, rows: 2 },
    category(),
    { name: 'confidence', label: words.confidence, type: 'share' },
  ];
  const known = fields.map(({ name }) => [name, (values[name] ?? '') as string]);
  return { hint: words.hint, fields, values: Object.fromEntries(known) as Values };
}

function preferenceIn({ type, description = '', context, category, confidence }: Values) {
  return {
    type: type as PreferenceType,
    description,
    context: context ?? '',
    category: category ?? '',
    confidence: Number(confidence),
  };
}

const description = (): FieldOf => ({
  name: 'description',
  label: t().preferenceForm.description,
  most: 500,
  required: true,
});

const category = (): FieldOf => ({ name: 'category', label: t().preferenceForm.category });

const trimmed = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()]));

const linesOf = (text: string) => text.split(/\s*\n\s*/).filter(Boolean);

/** Whether there is something to save. */
export const isChanged = ({ fields, values }: Editor, typed: Values): boolean =>
  fields.some(({ name }) => (typed[name] ?? '') !== values[name]);

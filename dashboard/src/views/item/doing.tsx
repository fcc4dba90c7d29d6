/** What the user can do about an item: correct it, switch it off, have it forgotten. */
import { Pencil, Power, Trash2 } from 'lucide-preact';
import { useRef, useState } from 'preact/hooks';
import type { Level, Profile } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { habitDraft, type HabitDraft } from '../../logic/habits';
import type { Item } from '../../logic/items';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button } from '../../ui/controls';
import { FormDialog } from '../../ui/dialog';
import { useDraft } from '../../ui/drafts';
import { itemText } from '../../ui/facts';
import { FactsForm } from '../today/facts-form';
import { preferenceDraft, type PreferenceDraft } from '../today/preference-form';
import { EditFact, EditHabit, EditPreference, EditSkill, isEditable } from './edit';
import { forget, purge } from './removal';

export function Doing({ item, profile }: { item: Item; profile: Profile }) {
  const words = t().item;
  const [purging, setPurging] = useState(false);
  const [inForm, setInForm] = useState(false);
  const [fact, setFact] = useDraft<string>(`fact ${item.address}`);
  const [preference, setPreference] = useDraft<PreferenceDraft>(`preference ${item.address}`);
  const [habit, setHabit] = useDraft<HabitDraft>(`habit ${item.address}`);
  const [level, setLevel] = useDraft<Level>(`level ${item.address}`);
  const edit = useRef<HTMLButtonElement>(null);

  const begin = () => {
    if (item.kind === 'preference') setPreference(preferenceDraft(item.preference));
    else if (item.kind === 'skill') setLevel(item.level);
    else if (item.kind !== 'fact') setHabit(habitDraft(item));
    else if (isEditable(item)) setFact(item.text);
    else setInForm(true);
  };
  const end = () => {
    setFact(undefined);
    setPreference(undefined);
    setHabit(undefined);
    setLevel(undefined);
    // The button is drawn again in place of the form that had the focus.
    requestAnimationFrame(() => edit.current?.focus());
  };
  if (preference && item.kind === 'preference') {
    return <EditPreference id={item.id} draft={preference} onDraft={setPreference} onEnd={end} />;
  }
  if (fact !== undefined && item.kind === 'fact') {
    return <EditFact item={item} draft={fact} onDraft={setFact} onEnd={end} />;
  }
  if (habit && (item.kind === 'pattern' || item.kind === 'workflow')) {
    return <EditHabit item={item} draft={habit} onDraft={setHabit} onEnd={end} />;
  }
  if (level && item.kind === 'skill') {
    return <EditSkill id={item.id} draft={level} onDraft={setLevel} onEnd={end} />;
  }

  return (
    <div class="row panel-actions">
      <button ref={edit} type="button" class="button" onClick={begin}>
        <Pencil size={16} /> {t().common.edit}
      </button>
      <Button
        icon={Trash2}
        onClick={() => void act(() => forget(item), words.forgotten(itemText(item)))}
      >
        {words.forget}
      </Button>
      {item.kind === 'preference' && (
        <Button
          icon={Power}
          onClick={() =>
            void act(
              () => rekindle.preferences.switch(item.id, !item.active),
              item.active ? words.switchedOff : words.switchedOn,
            )
          }
        >
          {item.active ? words.switchOff : words.switchOn}
        </Button>
      )}
      <Button look="quiet" onClick={() => setPurging(true)}>
        {words.purge}
      </Button>
      {purging && (
        <FormDialog
          title={words.purgeTitle}
          hint={words.purgeText(itemText(item))}
          submit={words.purgeSubmit}
          danger
          done={words.purged}
          onClose={() => setPurging(false)}
          onSubmit={() => purge(item)}
        />
      )}
      {inForm && <FactsForm profile={profile} onClose={() => setInForm(false)} />}
    </div>
  );
}

/** What the user can do about an item: correct it, switch it off, have it forgotten. */
import { Pencil, Power, Trash2 } from 'lucide-preact';
import { useRef } from 'preact/hooks';

import { rekindle } from '../../live/rekindle';
import { factPatch } from '../../logic/about';
import { levelPatch, type Item } from '../../logic/items';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { InlineForm, type Values } from '../../ui/fields';
import { Button } from '../../ui/parts';
import { Asks } from '../../ui/dialog';
import { useDraft } from '../../ui/hooks';
import { itemText } from '../../ui/facts';
import { editorOf, isChanged } from './editor';

export function Doing({ item }: { item: Item }) {
  const words = t().item;
  const [draft, setDraft] = useDraft<Values>(`edit ${item.address}`);
  const edit = useRef<HTMLButtonElement>(null);
  const editor = editorOf(item);
  const end = () => {
    setDraft(undefined);
    // The button is drawn again in place of the form that had the focus.
    requestAnimationFrame(() => edit.current?.focus());
  };
  if (draft) {
    return (
      <InlineForm
        fields={editor.fields}
        hint={editor.hint}
        draft={draft}
        onDraft={setDraft}
        isReady={isChanged(editor, draft)}
        done={words.saved}
        onSubmit={() => editor.save(draft)}
        onEnd={end}
      />
    );
  }
  return (
    <div class="row">
      <button ref={edit} type="button" class="button" onClick={() => setDraft(editor.values)}>
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
      <Asks
        button={{ look: 'quiet', children: words.purge }}
        title={words.purgeTitle}
        hint={words.purgeText(itemText(item))}
        submit={words.purgeSubmit}
        danger
        done={words.purged}
        onSubmit={() => forget(item, true)}
      />
    </div>
  );
}

/** Where there is much to purge, one request is not enough. */
async function forget(item: Item, purge = false): Promise<void> {
  const answer: { complete?: boolean | null } = await forgetOnce(item, purge);
  if (answer.complete === false) await forget(item, purge);
}

function forgetOnce({ kind, id }: Item, purge: boolean): Promise<object> {
  const { profile, preferences } = rekindle;
  const fact = factPatch(id, null);
  const level = levelPatch(id, null);
  switch (kind) {
    case 'fact':
      return purge ? profile.purgeAbout(fact) : profile.setAbout(fact);
    case 'preference':
      return preferences.delete(id, { purge });
    case 'pattern':
      return profile.deletePattern(id, { purge });
    case 'workflow':
      return profile.deleteWorkflow(id, { purge });
    case 'skill':
      return purge ? profile.purgeSkills(level) : profile.setSkills(level);
  }
}

/** What the user can do about an item: correct it, switch it off, have it forgotten. */
import { Pencil, Power, Trash2 } from 'lucide-preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { rekindle } from '../../live/rekindle';
import type { Item } from '../../logic/items';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { Button } from '../../ui/controls';
import { Asks } from '../../ui/dialog';
import { useDraft } from '../../ui/drafts';
import { itemText } from '../../ui/facts';
import { Fields, type Values } from '../../ui/fields';
import { Problem } from '../../ui/parts';
import { editorOf, isReady, type Editor } from './editor';
import { forget } from './removal';

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
  if (draft) return <InPanel editor={editor} draft={draft} onDraft={setDraft} onEnd={end} />;
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

/** The form in the panel. What is typed stays until it is saved or discarded. */
function InPanel(props: {
  editor: Editor;
  draft: Values;
  onDraft: (draft: Values) => void;
  onEnd: () => void;
}) {
  const { editor, draft } = props;
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
    const went = await act(() => editor.save(draft), t().item.saved, setProblem);
    setBusy(false);
    if (went) props.onEnd();
  }
  return (
    <form ref={form} class="stack" onSubmit={submit}>
      <Fields of={editor.fields} values={draft} onValues={props.onDraft} />
      <p class="small muted">{editor.hint}</p>
      <Problem text={problem} />
      <div class="row">
        <Button type="submit" look="primary" disabled={busy || !isReady(editor, draft)}>
          {busy ? t().common.saving : t().common.save}
        </Button>
        <Button onClick={props.onEnd}>{t().common.cancel}</Button>
      </div>
    </form>
  );
}

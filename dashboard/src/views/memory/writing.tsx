/** How the user writes notes: by hand, or from files. */
import { Upload } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import type { Note, Tier } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { listOf } from '../../logic/about';
import { namesOf, TIERS } from '../../logic/choices';
import { dateOf } from '../../logic/days';
import { t } from '../../strings';
import { act, say } from '../../ui/act';
import { FormDialog } from '../../ui/dialog';
import type { FieldOf, Values } from '../../ui/fields';
import { Button } from '../../ui/parts';

/** The form to write or change a note. */
export function EntryForm(props: { entry: Note | null; tier: Tier; onClose: () => void }) {
  const { entry } = props;
  const words = t().memory;
  const expired = entry?.expiresAt ? dateOf(entry.expiresAt) : '';

  async function save({ content = '', target, tags = '', expires }: Values) {
    const body = { content, target: target as Tier, tags: listOf(tags) };
    // At the end of that day in the user's time zone.
    const expiresAt = expires ? new Date(`${expires}T23:59:59`).toISOString() : null;
    if (entry) {
      await rekindle.memory.change(entry.id, expires === expired ? body : { ...body, expiresAt });
      say(words.saved);
    } else {
      const answer = await rekindle.memory.save(expiresAt ? { ...body, expiresAt } : body);
      say(answer.deduplicated ? words.deduplicated : words.saved);
    }
  }

  const fields: FieldOf[] = [
    { name: 'content', label: words.content, rows: 5, most: 2000, required: true },
    { name: 'target', label: words.target, options: namesOf(TIERS, words.tiers) },
    { name: 'tags', label: words.tags, hint: words.tagsHint, most: 1000 },
    { name: 'expires', label: words.expires, hint: words.expiresHint, type: 'date' },
  ];
  return (
    <FormDialog
      title={entry ? words.editTitle : words.add}
      fields={() => fields}
      from={{
        content: entry?.content ?? '',
        target: entry?.target ?? props.tier,
        tags: entry?.tags.join(', ') ?? '',
        expires: expired,
      }}
      onClose={props.onClose}
      onSubmit={save}
    />
  );
}

/** Takes in texts, each as one long note in the archive. The settings import everything else. */
export function ImportTexts() {
  const words = t().memory;
  const field = useRef<HTMLInputElement>(null);
  const take = async (file: File) => {
    const tags = [file.name.slice(0, 64)];
    const content = await file.text();
    await rekindle.memory.save({ content, target: 'archive', split: true, tags });
  };
  return (
    <>
      <input
        ref={field}
        type="file"
        class="hidden"
        tabIndex={-1}
        multiple
        accept=".md,.markdown,.txt,text/*"
        aria-label={words.importFiles}
        onChange={async ({ currentTarget }) => {
          for (const file of Array.from(currentTarget.files ?? [])) {
            await act(() => take(file), words.imported(file.name));
          }
          currentTarget.value = '';
        }}
      />
      <Button icon={Upload} onClick={() => field.current?.click()}>
        {words.importFiles}
      </Button>
    </>
  );
}

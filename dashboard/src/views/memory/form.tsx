/** The form to write or change a note. */
import { useState } from 'preact/hooks';
import type { Note, Tier } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { listOf } from '../../logic/about';
import { TIERS } from '../../logic/choices';
import { dateOf } from '../../logic/days';
import { t } from '../../strings';
import { say } from '../../ui/act';
import { FormDialog } from '../../ui/dialog';
import { SelectField, TextField } from '../../ui/parts';

const MAX_CONTENT = 2000;

export function EntryForm(props: { entry: Note | null; tier: Tier; onClose: () => void }) {
  const { entry } = props;
  const words = t().memory;
  const [content, setContent] = useState(entry?.content ?? '');
  const [target, setTarget] = useState<Tier>(entry?.target ?? props.tier);
  const [tags, setTags] = useState(entry?.tags.join(', ') ?? '');
  const [expires, setExpires] = useState(entry?.expiresAt ? dateOf(entry.expiresAt) : '');

  async function save() {
    const body = { content, target, tags: listOf(tags) };
    const expiresAt = expires ? endOf(expires) : null;
    if (entry) {
      const unmoved = expires === (entry.expiresAt ? dateOf(entry.expiresAt) : '');
      await rekindle.memory.change(entry.id, unmoved ? body : { ...body, expiresAt });
      say(words.saved);
    } else {
      const answer = await rekindle.memory.save(expiresAt ? { ...body, expiresAt } : body);
      say(answer.deduplicated ? words.deduplicated : words.saved);
    }
  }

  return (
    <FormDialog
      title={entry ? words.editTitle : words.add}
      disabled={!content.trim()}
      onClose={props.onClose}
      onSubmit={save}
    >
      <TextField
        label={words.content}
        value={content}
        onValue={setContent}
        rows={5}
        maxLength={MAX_CONTENT}
        required
      />
      <SelectField
        label={words.target}
        value={target}
        onValue={setTarget}
        options={TIERS.map((name) => [name, words.tiers[name]] as const)}
      />
      <TextField label={words.tags} hint={words.tagsHint} value={tags} onValue={setTags} />
      <TextField
        label={words.expires}
        hint={words.expiresHint}
        type="date"
        value={expires}
        onValue={setExpires}
      />
    </FormDialog>
  );
}

/** The end of a day in the user's time zone. */
function endOf(date: string): string {
  return new Date(`${date}T23:59:59`).toISOString();
}

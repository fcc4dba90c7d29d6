/** The form to write or change a note. */
import type { Note, Tier } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { listOf } from '../../logic/about';
import { namesOf, TIERS } from '../../logic/choices';
import { dateOf } from '../../logic/days';
import { t } from '../../strings';
import { say } from '../../ui/act';
import { FormDialog } from '../../ui/dialog';
import type { FieldOf, Values } from '../../ui/fields';

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

/** One note in a list. */
import { Pencil, Trash2 } from 'lucide-preact';
import type { Note } from 'rekindle-client';

import type { Span } from '../../logic/marks';
import { t } from '../../strings';
import { Button, Chip, Marked, When } from '../../ui/parts';
import { ago, day } from '../../ui/format';
import { go, param, withParams } from '../../ui/router';

/** The actions that the lists and the search offer. */
export interface EntryActions {
  edit: (entry: Note) => void;
  remove: (entry: Note) => void;
  /** Which notes are selected; of a range, `upTo` is set. */
  isSelected: (entry: Note) => boolean;
  select: (entry: Note, on: boolean, upTo: boolean) => void;
}

export function Entry(props: {
  entry: Note;
  actions: EntryActions;
  showTier?: boolean;
  highlights?: readonly Span[];
  superseded?: boolean;
}) {
  const { entry, actions } = props;
  const words = t().memory;
  const name = entry.content.slice(0, 40);
  const naming = (action: string) => `${action}: ${name}`;
  return (
    <li class="entry" data-id={entry.id}>
      <input
        type="checkbox"
        aria-label={words.select(name)}
        checked={actions.isSelected(entry)}
        onClick={(event) => actions.select(entry, event.currentTarget.checked, event.shiftKey)}
      />
      <div class="entry-main">
        <p class="entry-content">
          <Marked text={entry.content} spans={props.highlights ?? []} />
        </p>
        <p class="row tight small">
          {props.showTier && <Chip tone="accent">{words.tiers[entry.target]}</Chip>}
          {props.superseded && <Chip tone="warn">{words.superseded}</Chip>}
          {entry.tags.map((tag) => (
            <button
              key={tag}
              type="button"
              class="chip tag"
              aria-label={words.onlyTag(tag)}
              aria-pressed={tag === param('tag')}
              onClick={() => go(withParams({ tag }))}
            >
              {tag}
            </button>
          ))}
          <When at={entry.createdAt}>{words.created(ago(entry.createdAt))}</When>
          <span class="muted">{words.sources[entry.source]}</span>
          {entry.expiresAt && <Chip tone="warn">{words.expiresOn(day(entry.expiresAt))}</Chip>}
        </p>
      </div>
      <div class="row tight">
        <Button icon={Pencil} label={naming(t().common.edit)} onClick={() => actions.edit(entry)} />
        <Button
          icon={Trash2}
          label={naming(t().common.delete)}
          onClick={() => actions.remove(entry)}
        />
      </div>
    </li>
  );
}

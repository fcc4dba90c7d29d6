/** One note in a list. */
import { Pencil, Trash2 } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { Note } from 'rekindle-client';

import { chosenTag } from '../../live/topics';
import { t } from '../../strings';
import { ago, day, moment } from '../../ui/format';
import { Actions } from '../../ui/menu';
import { Chip } from '../../ui/parts';

/** The actions that the lists and the search offer. */
export interface EntryActions {
  edit: (entry: Note) => void;
  remove: (entry: Note) => void;
}

export function Entry(props: {
  entry: Note;
  actions: EntryActions;
  showTier?: boolean;
  children?: ComponentChildren;
}) {
  const { entry, actions } = props;
  const words = t().memory;
  return (
    <li class="entry" data-id={entry.id}>
      <div class="entry-main">
        <p class="entry-content">{entry.content}</p>
        <p class="entry-notes">
          {props.children}
          {props.showTier && <Chip tone="accent">{words.tiers[entry.target]}</Chip>}
          {entry.tags.map((tag) => (
            <button
              key={tag}
              type="button"
              class="chip tag"
              aria-label={words.onlyTag(tag)}
              aria-pressed={tag === chosenTag.value}
              onClick={() => {
                chosenTag.value = tag;
              }}
            >
              {tag}
            </button>
          ))}
          <time class="muted" dateTime={entry.createdAt} title={moment(entry.createdAt)}>
            {words.created(ago(entry.createdAt))}
          </time>
          <span class="muted">{words.sources[entry.source]}</span>
          {entry.expiresAt && <Chip tone="warn">{words.expiresOn(day(entry.expiresAt))}</Chip>}
        </p>
      </div>
      <Actions
        label={`${t().common.moreActions}: ${entry.content.slice(0, 40)}`}
        actions={[
          {
            label: t().common.edit,
            icon: <Pencil size={16} aria-hidden="true" />,
            run: () => actions.edit(entry),
          },
          {
            label: t().common.delete,
            icon: <Trash2 size={16} aria-hidden="true" />,
            danger: true,
            run: () => actions.remove(entry),
          },
        ]}
      />
    </li>
  );
}

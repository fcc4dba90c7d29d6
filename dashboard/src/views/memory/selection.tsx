/** Notes selected together, and their deletion. */
import { useState } from 'preact/hooks';
import type { Note } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { t } from '../../strings';
import { Button } from '../../ui/parts';
import { deleteSoon, hidden } from '../../ui/deleting';

export const deleting = (entry: Note) => hidden.value.has(entry.id);

export const deleteNotes = (ids: readonly string[]) =>
  deleteSoon(ids, (id) => rekindle.memory.delete(id));

export function useSelection() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const select = (entry: Note, on: boolean, upTo: boolean) => {
    const next = new Set(ids);
    for (const id of upTo && last ? between(last, entry.id) : [entry.id]) {
      if (on) next.add(id);
      else next.delete(id);
    }
    setIds(next);
    setLast(entry.id);
  };
  return { ids, select, clear: () => setIds(new Set()) };
}

/** The notes from one to another, in the order in which they stand on the page. */
function between(one: string, other: string): string[] {
  const all = Array.from(document.querySelectorAll<HTMLElement>('.entry[data-id]')).map(
    (row) => row.dataset['id'] ?? '',
  );
  const [start, end] = [all.indexOf(one), all.indexOf(other)].sort((a, b) => a - b);
  return start === undefined || start < 0 ? [other] : all.slice(start, (end ?? start) + 1);
}

export function SelectionBar(props: { ids: ReadonlySet<string>; clear: () => void }) {
  const words = t().memory;
  if (!props.ids.size) return null;
  const remove = () => {
    deleteNotes([...props.ids]);
    props.clear();
  };
  return (
    <div class="banner selection row apart" role="status">
      {words.selected(props.ids.size)}
      <span class="row">
        <Button look="small danger" onClick={remove}>
          {t().common.delete}
        </Button>
        <Button look="small" onClick={props.clear}>
          {words.clearSelection}
        </Button>
      </span>
    </div>
  );
}

/** The last change of an item, and its undoing. */
import { Undo2 } from 'lucide-preact';

import { rekindle, useTopic } from '../../live/rekindle';
import { changelog } from '../../live/topics';
import { lastChange } from '../../logic/changes';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { ago, moment } from '../../ui/format';
import { follow } from '../../ui/router';

export function LastChangeLine({ address }: { address: string }) {
  const words = t().item;
  const { data } = useTopic(changelog);
  const change = data && lastChange(data.items, address);
  if (!change) return null;
  const { entry, undoTo } = change;
  const to = `/timeline?version=${entry.version}`;
  const undo = () =>
    act(async () => {
      // Only if nothing has changed in the meantime, as that would be undone, too.
      if (undoTo !== null) await rekindle.profile.rollBack(undoTo, { version: entry.version });
    }, words.undone);
  return (
    <p class="last-change small">
      <a href={to} onClick={(event) => follow(event, to)}>
        {words.changedIn(entry.version)}
      </a>
      <time class="muted" dateTime={entry.createdAt} title={moment(entry.createdAt)}>
        {ago(entry.createdAt)}
      </time>
      {undoTo !== null && (
        <button type="button" class="button small" onClick={() => void undo()}>
          <Undo2 size={15} aria-hidden="true" /> {words.undo}
        </button>
      )}
    </p>
  );
}

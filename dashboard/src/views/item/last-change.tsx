/** The last change of an item, and its undoing. */
import { Undo2 } from 'lucide-preact';

import { useTopic } from '../../live/rekindle';
import { changelog, profile } from '../../live/topics';
import { touches } from '../../logic/changes';
import { t } from '../../strings';
import { ago, moment } from '../../ui/format';
import { follow } from '../../ui/router';
import { undoChange } from '../../ui/undo-change';

export function LastChangeLine({ address }: { address: string }) {
  const words = t().item;
  const { data } = useTopic(changelog);
  const version = useTopic(profile).data?.version ?? 0;
  // What was last is not known before the changelog has caught up with the profile.
  const isBehind = !data?.items[0] || data.items[0].version < version;
  const entry = isBehind ? undefined : data.items.find((it) => touches(it, address));
  if (!entry) return null;
  const to = `/timeline?version=${entry.version}`;
  return (
    <p class="last-change small">
      <a href={to} onClick={(event) => follow(event, to)}>
        {words.changedIn(entry.version)}
      </a>
      <time class="muted" dateTime={entry.createdAt} title={moment(entry.createdAt)}>
        {ago(entry.createdAt)}
      </time>
      <button type="button" class="button small" onClick={() => void undoChange(entry.id)}>
        <Undo2 size={15} aria-hidden="true" /> {t().common.undo}
      </button>
    </p>
  );
}

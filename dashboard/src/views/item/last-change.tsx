/** The last change of an item, and its undoing. */
import { Undo2 } from 'lucide-preact';

import { useTopic } from '../../live/rekindle';
import { changelog, profile } from '../../live/topics';
import { touches } from '../../logic/changes';
import { t } from '../../strings';
import { Button, Link, When } from '../../ui/controls';
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
    <p class="last-change row tight small">
      <Link to={to}>{words.changedIn(entry.version)}</Link>
      <When at={entry.createdAt} />
      <Button look="small" icon={Undo2} onClick={() => void undoChange(entry.id)}>
        {t().common.undo}
      </Button>
    </p>
  );
}

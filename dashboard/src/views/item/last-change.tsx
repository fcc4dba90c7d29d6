/** The last change of an item, and its undoing. */
import { useTopic } from '../../live/rekindle';
import { changelog, profile } from '../../live/topics';
import { addressesIn } from '../../logic/changes';
import { t } from '../../strings';
import { UndoChange } from '../../ui/changes';
import { Link, When } from '../../ui/controls';

export function LastChangeLine({ address }: { address: string }) {
  const words = t().item;
  const { data } = useTopic(changelog);
  const version = useTopic(profile).data?.version ?? 0;
  // What was last is not known before the changelog has caught up with the profile.
  const isBehind = !data?.items[0] || data.items[0].version < version;
  const entry = isBehind ? undefined : data.items.find((it) => addressesIn(it).has(address));
  if (!entry) return null;
  const to = `/timeline?version=${entry.version}`;
  return (
    <p class="row tight small">
      <Link to={to}>{words.changedIn(entry.version)}</Link>
      <When at={entry.createdAt} />
      <UndoChange entry={entry} asks />
    </p>
  );
}

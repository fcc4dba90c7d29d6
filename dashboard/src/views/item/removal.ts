/** Having an item forgotten: not learned again, or purged from all that was ever stored. */
import { rekindle } from '../../live/rekindle';
import { factPatch } from '../../logic/about';
import { levelPatch, type Item } from '../../logic/items';

/** Where there is much to purge, one request is not enough. */
export async function forget(item: Item, purge = false): Promise<void> {
  let isOver: boolean;
  do {
    const answer: { complete?: boolean | null } = await forgetOnce(item, purge);
    isOver = answer.complete !== false;
  } while (!isOver);
}

function forgetOnce({ kind, id }: Item, purge: boolean): Promise<object> {
  const { profile, preferences } = rekindle;
  switch (kind) {
    case 'fact':
      return purge
        ? profile.purgeAbout(factPatch(id, null))
        : profile.setAbout(factPatch(id, null));
    case 'preference':
      return preferences.delete(id, { purge });
    case 'pattern':
      return profile.deletePattern(id, { purge });
    case 'workflow':
      return profile.deleteWorkflow(id, { purge });
    case 'skill':
      return purge
        ? profile.purgeSkills(levelPatch(id, null))
        : profile.setSkills(levelPatch(id, null));
  }
}

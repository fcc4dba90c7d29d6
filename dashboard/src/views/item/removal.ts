/** Having an item forgotten: not learned again, or purged from all that was ever stored. */
import { rekindle } from '../../live/rekindle';
import { patchWithout } from '../../logic/about';
import { levelPatch, type Item } from '../../logic/items';

export function forget({ kind, id }: Item): Promise<unknown> {
  switch (kind) {
    case 'fact':
      return rekindle.profile.setAbout(patchWithout(id));
    case 'preference':
      return rekindle.preferences.delete(id);
    case 'pattern':
      return rekindle.profile.deletePattern(id);
    case 'workflow':
      return rekindle.profile.deleteWorkflow(id);
    case 'skill':
      return rekindle.profile.setSkills(levelPatch(id, null));
  }
}

/** Where there is much to rewrite, one request is not enough. */
export async function purge(item: Item): Promise<void> {
  for (;;) {
    const { complete } = await purgeOnce(item);
    if (complete !== false) return;
  }
}

function purgeOnce({ kind, id }: Item): Promise<{ complete?: boolean | null }> {
  switch (kind) {
    case 'fact':
      return rekindle.profile.purgeAbout(patchWithout(id));
    case 'preference':
      return rekindle.preferences.delete(id, { purge: true });
    case 'pattern':
      return rekindle.profile.deletePattern(id, { purge: true });
    case 'workflow':
      return rekindle.profile.deleteWorkflow(id, { purge: true });
    case 'skill':
      return rekindle.profile.purgeSkills(levelPatch(id, null));
  }
}

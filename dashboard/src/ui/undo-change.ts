/** Takes back a change of the profile, and says what came of it. */
import { rekindle } from '../live/rekindle';
import { t } from '../strings';
import { act, say } from './act';

export const undoChange = (id: string) =>
  act(async () => {
    const { facts, preferences, habits } = await rekindle.profile.undo(id);
    say(facts + preferences + habits ? t().timeline.undone : t().timeline.nothingToUndo);
  });

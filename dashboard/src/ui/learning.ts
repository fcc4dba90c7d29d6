/** Pauses and resumes learning. */
import { rekindle } from '../live/rekindle';
import { t } from '../strings';
import { act } from './act';

const USUAL_INTERVAL = 10;

/** Turns learning off if it is on, or else on. An interval of 0 keeps it off, so that changes, too. */
export const turnLearning = (isOn: boolean, interval: number | undefined) =>
  act(
    () =>
      rekindle.account.set({
        learningEnabled: !isOn,
        ...(!isOn && !interval && { userMemoryAnalysisInterval: USUAL_INTERVAL }),
      }),
    isOn ? t().learning.pausedDone : t().learning.resumedDone,
  );

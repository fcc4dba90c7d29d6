/** How confidence will fade from today on, by the server's rules. */
import type { FactMeta, Preference, Settings } from 'rekindle-client';

export type DecayRule = Settings['preferenceDecay'];

/** Below this, a preference is not included in the context. */
export const TOLD_FROM = 0.7;
const STEPPED_FLOOR = 0.3;
const HALF_LIFE_FLOOR = 0.1;
const HALF_LIFE_DAYS = 30;
const DAY = 86_400_000;
/** Days to look ahead if nothing expires sooner. */
const HORIZON = 180;

/** What is left of a confidence after `ageDays`; 0 once the item has expired. */
export function faded(
  confidence: number,
  ageDays: number,
  rule: DecayRule,
  thresholdDays: number,
): number {
  if (rule === 'none') return confidence;
  const [factor, floor] =
    rule === 'stepped'
      ? [steppedFactor(ageDays, thresholdDays), STEPPED_FLOOR]
      : [0.5 ** (Math.max(0, ageDays) / HALF_LIFE_DAYS), HALF_LIFE_FLOOR];
  const left = Math.round(confidence * factor * 1e6) / 1e6;
  return left >= floor ? left : 0;
}

function steppedFactor(ageDays: number, thresholdDays: number): number {
  const x = (ageDays - thresholdDays) / thresholdDays;
  if (x <= 0) return 1;
  const periods = Math.floor(x);
  return 0.5 ** periods * Math.max(0.5, 1 - (x - periods));
}

/**
 * The confidence day by day from now on, of which the last may be 0; when it falls below the context's
 * threshold, if it is not below already; and when the preference expires. Never is null.
 */
export function forecastOf(item: Preference, settings: Settings, today: Date) {
  const now = today.getTime();
  const [start, passes] = [item.lastUpdated, item.validTo ?? ''].map(Date.parse);
  const rule = item.source !== 'manual' && isUsual(item) ? settings.preferenceDecay : 'none';
  const threshold = settings.userProfileConfidenceDecayDays;
  const at = (time: number) =>
    time >= (passes || Infinity)
      ? 0
      : faded(item.baseConfidence, (time - (start ?? now)) / DAY, rule, threshold);
  const firstTime = (isTrue: (left: number) => boolean) =>
    rule === 'none' && !passes ? null : firstHour(now, (time) => isTrue(at(time)));
  const ends = firstTime((left) => left === 0);
  const untold = at(now) < TOLD_FROM ? null : firstTime((left) => left < TOLD_FROM);
  const days = ends ? Math.ceil((ends.getTime() - now) / DAY) : HORIZON;
  const points = Array.from({ length: days + 1 }, (_, day) => now + day * DAY).map((time) => ({
    at: time,
    value: at(time),
  }));
  return { points, untold, ends };
}

/** When a learned fact expires; `meta.confidence` is what is left of it now. */
export function endOfFact(meta: FactMeta, settings: Settings, now: Date): Date | null {
  if (meta.validTo) return new Date(Math.max(now.getTime(), Date.parse(meta.validTo)));
  if (meta.source === 'declared' || settings.aboutDecay !== 'halfLife' || !isUsual(meta)) {
    return null;
  }
  const days = HALF_LIFE_DAYS * Math.log2(meta.confidence / HALF_LIFE_FLOOR);
  return new Date(now.getTime() + Math.max(0, days) * DAY);
}

/** Whether it fades: what lasts does not, and what passes has an end of its own. */
const isUsual = ({ ageing }: Preference | FactMeta) => !ageing || ageing === 'usual';

/** The first full hour at which a condition becomes true, given that it then stays true. */
function firstHour(now: number, isTrue: (time: number) => boolean): Date | null {
  const hour = DAY / 24;
  let low = -1;
  let high = 1;
  while (!isTrue(now + high * hour)) {
    low = high;
    high *= 2;
    if (high > 24 * 36_500) return null;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTrue(now + middle * hour)) high = middle;
    else low = middle;
  }
  return new Date(now + Math.max(0, high) * hour);
}

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

export interface Forecast {
  /** Confidence day by day from now on; the last point may be 0. */
  points: { at: number; value: number }[];
  /** When it falls below the context's threshold; null if never, or if it is below already. */
  untold: Date | null;
  /** When it expires; null if never. */
  ends: Date | null;
}

interface Fading {
  start: number;
  confidence: number;
  rule: DecayRule;
  threshold: number;
  /** When it comes to its own end, in milliseconds. */
  passes: number;
}

export function forecastOf(item: Preference, settings: Settings, now: Date): Forecast {
  const fades = item.source !== 'manual' && isUsual(item);
  return forecast(
    {
      start: Date.parse(item.lastUpdated),
      confidence: item.baseConfidence,
      rule: fades ? settings.preferenceDecay : 'none',
      threshold: settings.userProfileConfidenceDecayDays,
      passes: item.validTo ? Date.parse(item.validTo) : Infinity,
    },
    now.getTime(),
  );
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

function forecast(item: Fading, now: number): Forecast {
  const at = (time: number) =>
    time < item.passes
      ? faded(item.confidence, (time - item.start) / DAY, item.rule, item.threshold)
      : 0;
  const ends = firstTime(item, now, (time) => at(time) === 0);
  const untold = at(now) < TOLD_FROM ? null : firstTime(item, now, (time) => at(time) < TOLD_FROM);
  const days = ends ? Math.ceil((ends.getTime() - now) / DAY) : HORIZON;
  const points = Array.from({ length: days + 1 }, (_, day) => now + day * DAY).map((time) => ({
    at: time,
    value: at(time),
  }));
  return { points, untold, ends };
}

/** The first full hour at which a condition becomes true, given that it then stays true. */
function firstTime(item: Fading, now: number, isTrue: (time: number) => boolean): Date | null {
  if (item.rule === 'none' && item.passes === Infinity) return null;
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

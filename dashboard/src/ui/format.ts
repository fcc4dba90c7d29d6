/** Numbers, dates and percentages in the format of the language. */
import { live } from '../live/rekindle';
import { t } from '../strings';

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** The browser's regional variant of the language, if any: en-GB rather than en. */
function locale(): string {
  const language = t().locale;
  return navigator.languages.find((tag) => tag.startsWith(language)) ?? language;
}

const made = new Map<string, unknown>();

/** A formatter of a kind, made when it is first needed and kept, since making one is slow. */
function format<F, O>(kind: new (locale: string, options?: O) => F, options?: O): F {
  const key = `${locale()} ${kind.name} ${JSON.stringify(options)}`;
  const known = made.get(key) ?? new kind(locale(), options);
  made.set(key, known);
  return known as F;
}

const dates = (options: Intl.DateTimeFormatOptions) => (when: string | Date) =>
  format(Intl.DateTimeFormat, options).format(new Date(when));

export const number = (value: number) => format(Intl.NumberFormat).format(value);

export const percent = (share: number) =>
  format(Intl.NumberFormat, { style: 'percent', maximumFractionDigits: 0 }).format(share);

/** Small sums have more digits. */
export const dollars = (value: number) =>
  format(Intl.NumberFormat, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: value && value < 1 ? 4 : 2,
  }).format(value);

export const day = dates({ dateStyle: 'medium' });

export const moment = dates({ dateStyle: 'medium', timeStyle: 'short' });

/** A day with its weekday. */
export const dayName = dates({ dateStyle: 'full' });

export const monthName = dates({ month: 'short' });

export const weekdayName = dates({ weekday: 'short' });

export const time = dates({ timeStyle: 'short' });

/** A time relative to now, past or future. */
export function ago(when: string | Date): string {
  const seconds = (new Date(when).getTime() - live.now().getTime()) / 1000;
  const [unit, size] = STEPS.find(([, from]) => Math.abs(seconds) >= from) ?? ['second', Infinity];
  const relative = format(Intl.RelativeTimeFormat, { numeric: 'auto' });
  return relative.format(Math.round(seconds / size), unit);
}

/** Facts in a line, those that there are. */
export const inLine = (...parts: unknown[]): string => parts.filter(Boolean).join(' · ');

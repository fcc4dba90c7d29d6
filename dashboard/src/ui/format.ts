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

export const number = (value: number) => value.toLocaleString(locale());

export const percent = (share: number) =>
  new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(share);

export const decimal = (value: number, digits = 2) =>
  value.toLocaleString(locale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

export const dollars = (value: number) =>
  new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: value && value < 1 ? 4 : 2,
  }).format(value);

export const day = (when: string | Date) =>
  new Date(when).toLocaleDateString(locale(), { dateStyle: 'medium' });

export const moment = (when: string | Date) =>
  new Date(when).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'short' });

/** A day with its weekday. */
export const dayName = (when: Date) =>
  when.toLocaleDateString(locale(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });

export const monthName = (when: Date) => when.toLocaleDateString(locale(), { month: 'short' });

export const weekdayName = (when: Date) => when.toLocaleDateString(locale(), { weekday: 'short' });

export const time = (when: string | Date) =>
  new Date(when).toLocaleTimeString(locale(), { timeStyle: 'short' });

/** A time relative to now, past or future. */
export function ago(when: string | Date): string {
  const seconds = (new Date(when).getTime() - live.now().getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, 'second');
}

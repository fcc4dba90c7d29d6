/** Numbers, dates and shares as the language writes them. */
import { serverNow } from '../live/changes';
import { t } from '../strings';

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

export const number = (value: number) => value.toLocaleString(t().locale);

export const percent = (share: number) =>
  new Intl.NumberFormat(t().locale, { style: 'percent', maximumFractionDigits: 0 }).format(share);

export const decimal = (value: number, digits = 2) =>
  value.toLocaleString(t().locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });

export const dollars = (value: number) =>
  new Intl.NumberFormat(t().locale, {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: value && value < 1 ? 4 : 2,
  }).format(value);

export const day = (when: string | Date) =>
  new Date(when).toLocaleDateString(t().locale, { dateStyle: 'medium' });

export const moment = (when: string | Date) =>
  new Date(when).toLocaleString(t().locale, { dateStyle: 'medium', timeStyle: 'short' });

/** How long ago, or in how long. */
export function ago(when: string | Date): string {
  const seconds = (new Date(when).getTime() - serverNow().getTime()) / 1000;
  const format = new Intl.RelativeTimeFormat(t().locale, { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, 'second');
}

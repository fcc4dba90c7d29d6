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

/** Makes a formatter when it is first needed and keeps it, since making one is slow. */
function kept<F>(make: (locale: string) => F): () => F {
  let of = '';
  let made: F;
  return () => {
    if (of !== locale()) [of, made] = [locale(), make(locale())];
    return made;
  };
}

const numbers = (options?: Intl.NumberFormatOptions) =>
  kept((tag) => new Intl.NumberFormat(tag, options));
const dates = (options: Intl.DateTimeFormatOptions) => {
  const format = kept((tag) => new Intl.DateTimeFormat(tag, options));
  return (when: string | Date) => format().format(new Date(when));
};

const plain = numbers();
const percents = numbers({ style: 'percent', maximumFractionDigits: 0 });
const dollar = { style: 'currency', currency: 'USD' } as const;
const sums = numbers({ ...dollar, maximumFractionDigits: 2 });
const smallSums = numbers({ ...dollar, maximumFractionDigits: 4 });
const relative = kept((tag) => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }));

export const number = (value: number) => plain().format(value);

export const percent = (share: number) => percents().format(share);

export const dollars = (value: number) => (value && value < 1 ? smallSums() : sums()).format(value);

export const day = dates({ dateStyle: 'medium' });

export const moment = dates({ dateStyle: 'medium', timeStyle: 'short' });

/** A day with its weekday. */
export const dayName = dates({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

export const monthName = dates({ month: 'short' });

export const weekdayName = dates({ weekday: 'short' });

export const time = dates({ timeStyle: 'short' });

/** A time relative to now, past or future. */
export function ago(when: string | Date): string {
  const seconds = (new Date(when).getTime() - live.now().getTime()) / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return relative().format(Math.round(seconds / size), unit);
  }
  return relative().format(0, 'second');
}

/** When something happened: a calendar that filters the list and compares days, and a way back. */
import { useState } from 'preact/hooks';

import { live, useTopic } from '../../live/rekindle';
import { profile } from '../../live/topics';
import {
  dateOf,
  daysBetween,
  daysFrom,
  isDay,
  isNamed,
  noonOf,
  shadeOf,
  WEEKS,
  weeksUntil,
  type Day,
} from '../../logic/days';
import { t } from '../../strings';
import { Link } from '../../ui/parts';
import { day, monthName, weekdayName } from '../../ui/format';
import { go, param, withParams } from '../../ui/router';
import { useId } from '../../ui/hooks';
import { compared, comparing } from './compare';

export function Activity({ days, since }: { days: readonly Day[]; since: string | null }) {
  const words = t().timeline;
  const today = dateOf(live.now());
  return (
    <section class="card stack tight" aria-label={words.activity}>
      <h2>{words.activity}</h2>
      <p class="muted small">
        {words.activityLead} <span class="keys">{words.activityKeys}</span>
      </p>
      <Calendar days={days} since={since} today={today} />
      <Scrubber today={today} />
    </section>
  );
}

/** The day of a cell in which something happens to the calendar. */
const dateAt = ({ target }: Event): string =>
  (target as Element).closest<HTMLElement>('[data-date]')?.dataset['date'] ?? '';

function Calendar(props: { days: readonly Day[]; since: string | null; today: string }) {
  const words = t().timeline;
  const { today } = props;
  const counts = new Map(props.days.map(({ date, happenings }) => [date, happenings.length]));
  const weeks = weeksUntil(today);
  const most = Math.max(0, ...counts.values());
  const known = props.since === null ? '' : dateOf(props.since);
  const active = weeks.flat().filter((date) => counts.has(date));
  const chosen = param('day');
  const reached = active.includes(chosen) ? chosen : active.at(-1);

  // The days between which somebody is about to compare.
  const [ends, setEnds] = useState<string[]>([]);
  const [from = '', to = from] = ends;
  const marked = [chosen, ...(from ? ends : compared())];

  /** All active days are one stop of the Tab key; arrows lead on, and with Shift to a comparison. */
  function move(event: KeyboardEvent) {
    const link = event.currentTarget as HTMLAnchorElement;
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    // Shift may still be held, and must not open the comparison elsewhere.
    if (event.key === 'Enter' && event.shiftKey) go(link.href);
    else if (!step) return;
    event.preventDefault();
    const date = dateAt(event);
    const next = step && active[active.indexOf(date) + step];
    if (!next) return;
    setEnds(event.shiftKey ? [from || date, next] : []);
    link.closest('table')?.querySelector<HTMLElement>(`[data-date="${next}"] a`)?.focus();
  }

  function cell(date: string) {
    const count = counts.get(date) ?? 0;
    const current = marked.includes(date) ? 'date' : undefined;
    if (date > today) return null;
    if (!count) {
      const text = date < known ? words.notLoaded : words.nothingOn;
      return (
        <span class={`cell ${date < known ? 'unknown' : ''}`} aria-current={current}>
          <span class="hidden">{text(day(noonOf(date)))}</span>
        </span>
      );
    }
    const isEnd = date === to && from !== to;
    const [older = '', newer = ''] = [from, to].sort().map((end) => end && day(noonOf(end)));
    const label = isEnd ? words.between(older, newer) : words.happenedOn(day(noonOf(date)), count);
    return (
      <Link
        class="cell"
        style={{ '--share': shadeOf(count, most) }}
        to={isEnd ? comparing(ends) : withParams({ day: date === chosen ? '' : date })}
        title={label}
        draggable={false}
        tabIndex={date === reached ? 0 : -1}
        aria-current={current}
        onKeyDown={move}
      >
        <span class="hidden">{label}</span>
      </Link>
    );
  }

  return (
    <table
      class="calendar"
      onPointerDown={(event) => {
        // A finger, too, is to be where it points, and not where it began.
        (event.target as HTMLElement).releasePointerCapture(event.pointerId);
        setEnds([dateAt(event)]);
      }}
      onPointerOver={(event) => {
        if (event.buttons && from) setEnds([from, dateAt(event) || to]);
      }}
      onPointerUp={() => {
        if (from !== to) go(comparing(ends));
      }}
      onPointerCancel={() => setEnds([])}
    >
      <caption class="hidden">{words.calendar(WEEKS)}</caption>
      <thead aria-hidden="true">
        <tr>
          <td />
          {weeks.map(([monday = today], week) => (
            <td key={monday}>{isNamed(weeks, week) && monthName(noonOf(monday))}</td>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 7 }, (_, weekday) => (
          <tr key={weekday}>
            <th scope="row">{weekdayName(noonOf(weeks[0]?.[weekday] ?? today))}</th>
            {weeks.map((week) => (
              <td key={week[weekday]} data-date={week[weekday]}>
                {cell(week[weekday] ?? today)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Chooses a day as of which to show the profile; at the end of the line that is now. */
function Scrubber({ today }: { today: string }) {
  const words = t().timeline;
  const id = useId();
  const created = useTopic(profile).data?.createdAt;
  const oldest = weeksUntil(today)[0]?.[0] ?? today;
  const first = created && dateOf(created) > oldest ? dateOf(created) : oldest;
  const span = daysBetween(first, today);
  if (!created || span < 1) return null;
  const asOf = param('asOf');
  const at = asOf ? daysBetween(first, isDay(asOf) ? asOf : dateOf(asOf)) : span;
  const value = Math.min(span, Math.max(0, at));
  const name = value < span ? day(noonOf(daysFrom(first, value))) : words.now;
  return (
    <div class="row small">
      <label for={id}>{words.asOf}</label>
      <input
        id={id}
        type="range"
        min={0}
        max={span}
        value={value}
        aria-valuetext={name}
        onInput={({ currentTarget: { valueAsNumber: chosen } }) =>
          go(withParams({ asOf: chosen < span ? daysFrom(first, chosen) : '' }), { replace: true })
        }
      />
      <output for={id}>{name}</output>
    </div>
  );
}

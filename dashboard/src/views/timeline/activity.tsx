/** When something happened: a calendar that filters the list, and a way back to any day. */
import { live, useTopic } from '../../live/rekindle';
import { profile } from '../../live/topics';
import {
  dateOf,
  daysBetween,
  daysFrom,
  noonOf,
  shadeOf,
  WEEKS,
  weeksUntil,
  type Day,
} from '../../logic/days';
import { t } from '../../strings';
import { Link, Section } from '../../ui/parts';
import { day, monthName, weekdayName } from '../../ui/format';
import { go, param, withParams } from '../../ui/router';
import { useId } from '../../ui/hooks';

export function Activity({ days, since }: { days: readonly Day[]; since: string | null }) {
  const words = t().timeline;
  const today = dateOf(live.now());
  return (
    <Section title={words.activity} lead={words.activityLead}>
      <div class="card stack">
        <Calendar days={days} since={since} today={today} />
        <Scrubber today={today} />
      </div>
    </Section>
  );
}

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

  /** All active days are one stop of the Tab key; arrows lead from one to the next. */
  function move(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const link = event.currentTarget as HTMLElement;
    const from = link.dataset['date'];
    if (!step || !from) return;
    event.preventDefault();
    const to = active[active.indexOf(from) + step];
    link.closest('table')?.querySelector<HTMLElement>(`[data-date="${to}"]`)?.focus();
  }

  function cell(date: string) {
    const count = counts.get(date) ?? 0;
    if (date > today) return null;
    if (!count) {
      const text = date < known ? words.notLoaded : words.nothingOn;
      return (
        <span class={`cell ${date < known ? 'unknown' : ''}`}>
          <span class="hidden">{text(day(noonOf(date)))}</span>
        </span>
      );
    }
    const to = withParams({ day: date === chosen ? '' : date });
    const label = words.happenedOn(day(noonOf(date)), count);
    return (
      <Link
        class="cell"
        style={{ '--share': shadeOf(count, most) }}
        data-date={date}
        to={to}
        title={label}
        tabIndex={date === reached ? 0 : -1}
        aria-current={date === chosen ? 'date' : undefined}
        onKeyDown={move}
      >
        <span class="hidden">{label}</span>
      </Link>
    );
  }

  return (
    <table class="calendar">
      <caption class="hidden">{words.calendar(WEEKS)}</caption>
      <thead>
        <tr>
          <td />
          {weeks.map(([monday = today], index) => {
            const before = weeks[index - 1]?.[0];
            const isNew = !before || before.slice(0, 7) !== monday.slice(0, 7);
            return (
              <th key={monday} scope="col">
                <span class={isNew ? 'month' : 'hidden'}>
                  {isNew ? monthName(noonOf(monday)) : day(noonOf(monday))}
                </span>
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: 7 }, (_, weekday) => (
          <tr key={weekday}>
            <th scope="row">{weekdayName(noonOf(weeks[0]?.[weekday] ?? today))}</th>
            {weeks.map((week) => (
              <td key={week[weekday]}>{cell(week[weekday] ?? today)}</td>
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
  const at = asOf ? daysBetween(first, dateOf(asOf.length === 10 ? noonOf(asOf) : asOf)) : span;
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
        onInput={(event) => {
          const chosen = Number(event.currentTarget.value);
          const date = chosen < span ? daysFrom(first, chosen) : '';
          go(withParams({ asOf: date }), { replace: true });
        }}
      />
      <output for={id}>{name}</output>
    </div>
  );
}

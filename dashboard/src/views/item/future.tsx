/** What becomes of an item if nobody mentions it again. */
import { live, useTopic } from '../../live/rekindle';
import { settings } from '../../live/topics';
import { endOfFact, forecastOf } from '../../logic/decay';
import type { Item } from '../../logic/items';
import { t } from '../../strings';
import { day, percent } from '../../ui/format';
import { Chart } from '../../ui/sparkline';

export function Future({ item }: { item: Item }) {
  const words = t().item;
  const rules = useTopic(settings).data;
  if (!rules) return null;
  if (item.kind === 'fact') {
    const ends = item.meta && endOfFact(item.meta, rules, live.now());
    return (
      <section>
        <h2>{words.future}</h2>
        <p>{ends ? words.endsOnOnly(day(ends)) : words.keeps}</p>
      </section>
    );
  }
  if (item.kind !== 'preference') return null;
  const forecast = forecastOf(item.preference, rules, live.now());
  const { ends, untold } = forecast;
  return (
    <section>
      <h2>{words.future}</h2>
      {!ends && <p>{item.preference.source === 'manual' ? words.keeps : words.neverFades}</p>}
      {ends && (
        <figure class="forecast">
          <Chart
            points={forecast.points}
            label={words.forecast(percent(item.preference.confidence), percent(0))}
          />
          <div class="row apart small muted" aria-hidden="true">
            <span>{day(live.now())}</span>
            <span>{day(ends)}</span>
          </div>
          <figcaption>
            {untold ? words.untoldThenEnds(day(untold), day(ends)) : words.endsOnOnly(day(ends))}
          </figcaption>
        </figure>
      )}
    </section>
  );
}

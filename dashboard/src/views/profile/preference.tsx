/** One preference: its confidence, its evidence, and how it will fade. */
import { ChevronDown, Pencil, Power, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Preference, Profile, Settings } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { forecastOf, TOLD_FROM, type Forecast } from '../../logic/decay';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { ago, day, moment, percent } from '../../ui/format';
import { Actions } from '../../ui/menu';
import { Bar, Chip } from '../../ui/parts';
import { ForecastLine } from '../../ui/pictures';
import { useId } from '../../ui/use-id';

interface Props {
  item: Preference;
  profile: Profile;
  settings: Settings | undefined;
  onEdit: () => void;
  onForget: () => void;
}

export function PreferenceRow({ item, profile, settings, onEdit, onForget }: Props) {
  const words = t().profile;
  const [open, setOpen] = useState(false);
  const id = useId();
  const told = item.active && item.confidence >= TOLD_FROM;
  const winner = profile.preferences.find((other) => other.id === item.supersededBy);
  const turn = () =>
    act(
      () => rekindle.preferences.switch(item.id, !item.active),
      item.active ? words.deactivated : words.activated,
    );
  return (
    <li class={`preference ${item.active ? '' : 'inactive'}`} data-id={item.id}>
      <div class="preference-main">
        <button
          type="button"
          class="preference-toggle"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown size={18} class="chevron" aria-hidden="true" />
          <span class="preference-text">{item.description}</span>
        </button>
        <span class="preference-confidence">
          <Bar
            value={item.confidence}
            label={`${words.confidence}: ${item.description}`}
            mark={TOLD_FROM}
            tone={told ? 'plain' : 'quiet'}
          />
          <span class="figure">{percent(item.confidence)}</span>
        </span>
        <Actions
          label={`${t().common.moreActions}: ${item.description}`}
          actions={[
            {
              label: t().common.edit,
              icon: <Pencil size={16} aria-hidden="true" />,
              run: onEdit,
            },
            {
              label: item.active ? words.deactivate : words.activate,
              icon: <Power size={16} aria-hidden="true" />,
              run: () => void turn(),
            },
            {
              label: words.forget,
              icon: <Trash2 size={16} aria-hidden="true" />,
              danger: true,
              run: onForget,
            },
          ]}
        />
      </div>
      <p class="preference-notes">
        {item.context && <span>{item.context}</span>}
        {item.source === 'manual' && <Chip tone="accent">{words.byYou}</Chip>}
        {!item.active && (
          <Chip>{winner ? words.supersededBy(winner.description) : words.inactive}</Chip>
        )}
        {item.active && !told && <Chip tone="warn">{words.notTold}</Chip>}
        <span class="muted">
          {item.lastUsed ? words.used(ago(item.lastUsed)) : words.neverUsed}
        </span>
      </p>
      <div id={id} class="preference-more" hidden={!open}>
        {open && <Details item={item} settings={settings} />}
      </div>
    </li>
  );
}

function Details({ item, settings }: { item: Preference; settings: Settings | undefined }) {
  const words = t().profile;
  const forecast = settings && forecastOf(item, settings, live.now());
  return (
    <div class="columns">
      <div>
        <h4>{words.quotes}</h4>
        {item.evidence.length === 0 && <p class="muted">{words.noQuotes}</p>}
        {item.evidence.map((evidence) => (
          <blockquote key={`${evidence.promptId} ${evidence.quote}`}>
            <p>{evidence.quote}</p>
            <footer>
              <time dateTime={evidence.at}>{moment(evidence.at)}</time>
            </footer>
          </blockquote>
        ))}
        <p class="muted small">{words.known(day(item.createdAt), ago(item.lastUpdated))}</p>
        {item.category && (
          <p class="muted small">
            {words.category}: {item.category}
          </p>
        )}
      </div>
      <div>
        <h4>{words.decay}</h4>
        {forecast && <Coming item={item} forecast={forecast} />}
      </div>
    </div>
  );
}

function Coming({ item, forecast }: { item: Preference; forecast: Forecast }) {
  const words = t().profile;
  if (item.source === 'manual') return <p>{words.keeps}</p>;
  if (!forecast.ends) return <p>{words.neverFades}</p>;
  const label = words.forecastAlt(percent(item.confidence), percent(0));
  return (
    <figure>
      <ForecastLine forecast={forecast} label={label} />
      <div class="forecast-axis" aria-hidden="true">
        <span>{day(live.now())}</span>
        <span>{day(forecast.ends)}</span>
      </div>
      <figcaption>
        {forecast.untold
          ? `${words.untoldOn(day(forecast.untold))} ${words.endsOn(day(forecast.ends))}`
          : words.endsOnOnly(day(forecast.ends))}
      </figcaption>
    </figure>
  );
}

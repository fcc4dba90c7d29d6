/** Small drawings: the ring of waiting messages, and the line of fading confidence. */
import { TOLD_FROM, type Forecast } from '../logic/decay';
import { percent } from './format';

const RADIUS = 52;
const AROUND = 2 * Math.PI * RADIUS;

export function Ring(props: { share: number; label: string; big: string; small: string }) {
  const filled = Math.min(1, props.share) * AROUND;
  return (
    <div class="ring">
      <svg viewBox="0 0 120 120" role="img" aria-label={props.label}>
        <circle class="ring-track" cx="60" cy="60" r={RADIUS} />
        <circle
          class="ring-fill"
          cx="60"
          cy="60"
          r={RADIUS}
          stroke-dasharray={`${filled} ${AROUND}`}
          stroke-linecap={filled ? 'round' : 'butt'}
          transform="rotate(-90 60 60)"
        />
      </svg>
      <div class="ring-text" aria-hidden="true">
        <strong>{props.big}</strong>
        <span>{props.small}</span>
      </div>
    </div>
  );
}

const WIDTH = 240;
const HEIGHT = 64;

/** The future confidence, from today at the left, with the context's threshold as a line. */
export function ForecastLine({ forecast, label }: { forecast: Forecast; label: string }) {
  const last = Math.max(1, forecast.points.length - 1);
  const y = (confidence: number) => HEIGHT - 3 - confidence * (HEIGHT - 6);
  const points = forecast.points.map(
    ({ day, confidence }) => `${((day / last) * WIDTH).toFixed(1)},${y(confidence).toFixed(1)}`,
  );
  return (
    <div class="forecast">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={label}
        preserveAspectRatio="none"
      >
        <polygon points={`0,${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
        <line x1="0" x2={WIDTH} y1={y(TOLD_FROM)} y2={y(TOLD_FROM)} />
        <polyline points={points.join(' ')} />
      </svg>
      <span class="forecast-mark" aria-hidden="true">
        {percent(TOLD_FROM)}
      </span>
    </div>
  );
}

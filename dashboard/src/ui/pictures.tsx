/** The line of fading confidence. */
import { TOLD_FROM, type Forecast } from '../logic/decay';
import { percent } from './format';

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

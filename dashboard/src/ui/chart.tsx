/** Lines over versions, drawn by uPlot. Text and a table next to it show the same. */
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

import { drawn, type Course, type Series } from '../logic/series';
import { t } from '../strings';
import { percent } from './format';
import { colours } from './theme';

const HEIGHT = 280;

/** The color of the n-th line, distinct in both themes. */
export const lineColour = (index: number) => `var(--line-${(index % 8) + 1})`;

export function CourseChart(props: { course: Course; shown: Series[]; label: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { course, shown, label } = props;
  const drawnIn = colours.value;

  useEffect(() => {
    const target = place.current;
    if (!target) return;
    const style = getComputedStyle(target);
    const colourOf = (name: string) => style.getPropertyValue(name).trim();
    const today = (course.versions.at(-1) ?? 0) + 1;
    const axis = {
      stroke: colourOf('--chart-ink'),
      grid: { stroke: colourOf('--chart-grid'), width: 1 },
      ticks: { show: false },
      font: '12px "Inter Variable", sans-serif',
    };
    const plot = new uPlot(
      {
        width: target.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        padding: [8, 28, 0, 0],
        cursor: { y: false, points: { size: 7 } },
        scales: { x: { time: false }, y: { range: [0, 1.05] } },
        axes: [
          {
            ...axis,
            size: 30,
            // One label per version, and none in between.
            incrs: [1, 2, 5, 10, 20, 50, 100, 200],
            space: 36,
            values: (_, marks) =>
              marks.map((mark) =>
                mark === today ? t().history.today : `${t().history.versionShort}${mark}`,
              ),
          },
          {
            ...axis,
            size: 52,
            values: (_, shares) => shares.map((share) => (share > 1 ? '' : percent(share))),
          },
        ],
        series: [
          {},
          ...shown.map((series) => ({
            label: series.label,
            stroke: colourOf(`--line-${(course.series.indexOf(series) % 8) + 1}`),
            width: 2,
            points: { show: true, size: 6 },
          })),
        ],
      },
      [[...course.versions, today], ...drawn(shown)],
      target,
    );
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: target.clientWidth, height: HEIGHT }),
    );
    resized.observe(target);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [course, shown, drawnIn]);

  return <div class="chart" role="img" aria-label={label} ref={place} />;
}

/** The chart of confidence over versions, with a choice of lines and a table of the same data. */
import { useMemo, useState } from 'preact/hooks';

import type { Course } from '../../logic/series';
import { t } from '../../strings';
import { CourseChart, lineColour } from '../../ui/chart';
import { percent } from '../../ui/format';
import { Section } from '../../ui/parts';

/** Lines shown at first; more are hard to tell apart. */
const AT_FIRST = 8;

export function CourseSection({ course }: { course: Course }) {
  const words = t().history;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(
    () => new Set(course.series.slice(AT_FIRST).map((series) => series.id)),
  );
  const shown = useMemo(
    () => course.series.filter((series) => !hidden.has(series.id)),
    [course, hidden],
  );
  function turn(id: string) {
    const next = new Set(hidden);
    if (!next.delete(id)) next.add(id);
    setHidden(next);
  }
  return (
    <Section title={words.chart} lead={words.chartLead}>
      <div class="card">
        <CourseChart course={course} shown={shown} label={words.chart} />
        <div class="legend" role="group" aria-label={words.showLine}>
          {course.series.map((series, index) => (
            <label key={series.id} class="legend-item">
              <input
                type="checkbox"
                checked={!hidden.has(series.id)}
                onChange={() => turn(series.id)}
              />
              <span class="legend-line" style={{ background: lineColour(index) }} />
              {series.label}
            </label>
          ))}
        </div>
        <details>
          <summary>{words.asTable}</summary>
          {/* A scrolling region must be reachable by keyboard. */}
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div class="scroll" tabIndex={0} role="region" aria-label={words.chart}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.preference}</th>
                  {course.versions.map((version) => (
                    <th scope="col" key={version}>
                      {words.versionShort}
                      {version}
                    </th>
                  ))}
                  <th scope="col">{words.today}</th>
                </tr>
              </thead>
              <tbody>
                {course.series.map((series) => (
                  <tr key={series.id}>
                    <th scope="row">{series.label}</th>
                    {series.values.map((value, index) => (
                      <td key={index}>{value === null ? '–' : percent(value)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </div>
    </Section>
  );
}

/** Topics and workflows by frequency, and skills. */
import type { Level, Pattern, Profile, Workflow } from 'rekindle-client';

import { LEVELS } from '../../logic/choices';
import { t } from '../../strings';
import { ago } from '../../ui/format';
import { Bar, Section } from '../../ui/parts';

const byFrequency = (a: { frequency: number }, b: { frequency: number }) =>
  b.frequency - a.frequency;

export function Patterns({ patterns }: { patterns: Pattern[] }) {
  const words = t().profile;
  const most = Math.max(1, ...patterns.map((item) => item.frequency));
  return (
    <Section title={words.patterns} lead={words.patternsLead}>
      {patterns.length === 0 && <p class="card muted">{words.noPatterns}</p>}
      {patterns.length > 0 && (
        <ul class="card rows habits">
          {[...patterns].sort(byFrequency).map((item) => (
            <li key={item.id}>
              <div class="habit-head">
                <span>{item.description}</span>
                <span class="muted small">{words.last(ago(item.lastSeen))}</span>
              </div>
              <div class="habit-bar">
                <Bar value={item.frequency / most} label={item.description} />
                <span class="figure">{words.times(item.frequency)}</span>
              </div>
              <Quotes quotes={item.evidence.map((evidence) => evidence.quote)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

export function Workflows({ workflows }: { workflows: Workflow[] }) {
  const words = t().profile;
  return (
    <Section title={words.workflows} lead={words.workflowsLead}>
      {workflows.length === 0 && <p class="card muted">{words.noWorkflows}</p>}
      {workflows.length > 0 && (
        <ul class="card rows habits">
          {[...workflows].sort(byFrequency).map((item) => (
            <li key={item.id}>
              <div class="habit-head">
                <span>{item.description}</span>
                <span class="figure">{words.times(item.frequency)}</span>
              </div>
              {item.steps.length > 0 && (
                <ol class="steps">
                  {item.steps.map((step, index) => (
                    <li key={index}>{step}</li>
                  ))}
                </ol>
              )}
              <Quotes quotes={item.evidence.map((evidence) => evidence.quote)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Quotes({ quotes }: { quotes: string[] }) {
  if (!quotes.length) return null;
  return (
    <details>
      <summary>{t().profile.quotes}</summary>
      {quotes.map((quote, index) => (
        <blockquote key={index}>
          <p>{quote}</p>
        </blockquote>
      ))}
    </details>
  );
}

export function Skills({ skills }: { skills: Profile['skillLevel'] }) {
  const words = t().profile;
  const domains = Object.entries(skills.domains).sort(
    ([a, one], [b, two]) => LEVELS.indexOf(two) - LEVELS.indexOf(one) || a.localeCompare(b),
  );
  const none = !skills.overall && !domains.length;
  return (
    <Section title={words.skills} lead={words.skillsLead}>
      {none && <p class="card muted">{words.noSkills}</p>}
      {!none && (
        <ul class="card skills">
          {skills.overall && <Skill name={words.overall} level={skills.overall} overall />}
          {domains.map(([name, level]) => (
            <Skill key={name} name={name} level={level} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Skill(props: { name: string; level: Level; overall?: boolean }) {
  const reached = LEVELS.indexOf(props.level);
  return (
    <li class={props.overall ? 'overall' : ''}>
      <span class="skill-name">{props.name}</span>
      <span class="skill-dots" aria-hidden="true">
        {LEVELS.map((level, index) => (
          <span key={level} class={index <= reached ? 'on' : ''} />
        ))}
      </span>
      <span class="muted small">{t().levels[props.level]}</span>
    </li>
  );
}

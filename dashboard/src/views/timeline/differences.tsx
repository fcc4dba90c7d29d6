/** What differs between two states of the profile, item by item. */
import { useMemo } from 'preact/hooks';
import type { Profile } from 'rekindle-client';

import { useTopic } from '../../live/rekindle';
import { profile } from '../../live/topics';
import { inWords } from '../../logic/about';
import { differences, type Difference, type FieldChange } from '../../logic/diff';
import { t } from '../../strings';
import { Link } from '../../ui/controls';
import { factLabel, factValue } from '../../ui/facts';
import { percent } from '../../ui/format';
import { Chip } from '../../ui/parts';
import { withParams } from '../../ui/router';
import { Course } from '../../ui/sparkline';

const TONES = { added: 'good', removed: 'bad', changed: 'warn' } as const;
const KINDS = {
  about: 'fact',
  preferences: 'preference',
  patterns: 'pattern',
  workflows: 'workflow',
  skills: 'skill',
} as const;

export function Differences({ before, after }: { before: Profile; after: Profile }) {
  const found = useMemo(() => differences(before, after), [before, after]);
  if (!found.length) return <p class="muted">{t().timeline.same}</p>;
  return (
    <ul class="rows differences">
      {found.map((difference) => (
        <Line key={`${difference.section} ${difference.id}`} difference={difference} />
      ))}
    </ul>
  );
}

function Line({ difference }: { difference: Difference }) {
  const words = t().timeline;
  const { section, kind, id, label, fields } = difference;
  return (
    <li>
      <Chip tone={TONES[kind]}>{words.kinds[kind]}</Chip>
      <span class="row tight">
        <span class="muted small">{words.sections[section]}</span>
        <Item section={section} id={id} label={section === 'about' ? factLabel(label) : label} />
        {fields.map((change) => (
          <Change key={change.field} change={change} of={difference} />
        ))}
      </span>
      {section === 'preferences' && <Course id={id} />}
    </li>
  );
}

/** An item that is still in the profile leads to its details. */
function Item({ section, id, label }: Pick<Difference, 'section' | 'id' | 'label'>) {
  const known = useTopic(profile).data;
  const isKnown =
    section === 'about'
      ? known?.aboutMeta.some((meta) => meta.path === id)
      : section === 'skills'
        ? known && id in known.skillLevel.domains
        : known?.[section].some((item) => item.id === id);
  if (!isKnown) return <strong>{label}</strong>;
  const to = withParams({ item: `${KINDS[section]}:${id}` });
  return <Link to={to}>{label}</Link>;
}

function Change({ change, of }: { change: FieldChange; of: Difference }) {
  const words = t().timeline;
  const name = words.fields[change.field];
  const isChanged = of.kind === 'changed';
  return (
    <span class="field-change small">
      {name && <span class="muted">{name}: </span>}
      {change.from !== undefined && <del>{valueOf(change.field, change.from, of)}</del>}
      {isChanged && <span aria-hidden="true"> → </span>}
      {(change.to !== undefined || isChanged) && <ins>{valueOf(change.field, change.to, of)}</ins>}
    </span>
  );
}

function valueOf(field: string, value: unknown, { section }: Difference): string {
  const words = t().timeline;
  if (value === undefined || value === null || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (field === 'baseConfidence' && typeof value === 'number') return percent(value);
  return section === 'about' ? factValue(field, value) : inWords(value);
}

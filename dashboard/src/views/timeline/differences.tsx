/** What differs between two states of the profile, item by item. */
import { useMemo } from 'preact/hooks';
import type { Profile } from 'rekindle-client';

import { useTopic } from '../../live/rekindle';
import { profile } from '../../live/topics';
import { inWords } from '../../logic/about';
import { differences, type Difference, type FieldChange } from '../../logic/diff';
import { itemsOf } from '../../logic/items';
import { t } from '../../strings';
import { Chip, Link } from '../../ui/parts';
import { factValue, itemLabel } from '../../ui/facts';
import { percent } from '../../ui/format';
import { withParams } from '../../ui/router';
import { Course } from '../../ui/sparkline';

const TONES = { added: 'good', removed: 'bad', changed: 'warn' } as const;

/** All differences but the additions at these addresses, which are told beside it. */
export function Differences(props: {
  before: Profile;
  after: Profile;
  but?: readonly (string | null)[];
}) {
  const { before, after, but = [] } = props;
  const all = useMemo(() => differences(before, after), [before, after]);
  const { data } = useTopic(profile);
  const found = all.filter(({ kind, item }) => kind !== 'added' || !but.includes(item.address));
  if (!found.length) return all.length ? null : <p class="muted">{t().timeline.same}</p>;
  const known = new Set(data && itemsOf(data).map(({ address }) => address));
  return (
    <ul class="rows">
      {found.map((it) => (
        <Line key={it.item.address} of={it} isKnown={known.has(it.item.address)} />
      ))}
    </ul>
  );
}

function Line({ of, isKnown }: { of: Difference; isKnown: boolean }) {
  const { kind, item, fields } = of;
  // What a fact says stands in its one field.
  const name = item.kind === 'fact' ? itemLabel(item) : item.text;
  return (
    <li class="row">
      <Chip tone={TONES[kind]}>{t().timeline.kinds[kind]}</Chip>
      <span class="row tight">
        {item.kind !== 'fact' && <span class="muted small">{itemLabel(item)}</span>}
        {/* An item that is still in the profile leads to its details. */}
        {isKnown ? (
          <Link to={withParams({ item: item.address })}>{name}</Link>
        ) : (
          <strong>{name}</strong>
        )}
        {fields.map((change) => (
          <Change key={change.field} change={change} of={of} />
        ))}
      </span>
      {item.kind === 'preference' && <Course id={item.id} />}
    </li>
  );
}

function Change({ change, of }: { change: FieldChange; of: Difference }) {
  const name = t().timeline.fields[change.field];
  const isChanged = of.kind === 'changed';
  return (
    <span class="field-change small">
      {name && <span class="muted">{name}: </span>}
      {change.from !== undefined && <del>{valueOf(change.field, change.from)}</del>}
      {isChanged && <span aria-hidden="true"> → </span>}
      {(change.to !== undefined || isChanged) && <ins>{valueOf(change.field, change.to)}</ins>}
    </span>
  );
}

function valueOf(field: string, value: unknown): string {
  const words = t().timeline;
  if (value === undefined || value === null || value === '') return words.nothing;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (field === 'baseConfidence' && typeof value === 'number') return percent(value);
  const levels: Record<string, string> = t().levels;
  return levels[inWords(value)] ?? factValue(field, inWords(value));
}

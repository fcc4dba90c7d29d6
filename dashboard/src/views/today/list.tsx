/** All that is known, as one list, filtered by what the address says. */
import { lazy } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { Profile } from 'rekindle-client';

import { type Item, type ItemKind, itemsOf, levelShare } from '../../logic/items';
import { t, type Strings } from '../../strings';
import { Bar, Button, Chip, Choices, Link, Section, When } from '../../ui/parts';
import { itemLabel, itemText, skillName } from '../../ui/facts';
import { percent } from '../../ui/format';
import { later, Loaded } from '../../ui/loaded';
import { param, withParams } from '../../ui/router';

// A dialog is too large for the first script.
const Adding = lazy(async () => (await later()).Adding);

type Filter = keyof Strings['items']['filters'];
const FILTERS: Record<Filter, readonly ItemKind[]> = {
  fact: ['fact'],
  preference: ['preference'],
  habit: ['pattern', 'workflow'],
  skill: ['skill'],
};

export function Known({ profile, lit }: { profile: Profile; lit: readonly string[] }) {
  const words = t().items;
  const [adding, setAdding] = useState<'fact' | 'preference' | null>(null);
  const all = itemsOf(profile);
  const kind = param('kind') as Filter | '';
  const ofKind = (name: Filter | '') =>
    all.filter((item) => !name || FILTERS[name].includes(item.kind));
  const found = ofKind(kind);
  // A kind of which there is nothing is not offered.
  const offered = (['', ...Object.keys(FILTERS)] as (Filter | '')[]).filter(
    (it) => ofKind(it).length,
  );
  const [inUse, notInUse] = [found.filter((it) => it.active), found.filter((it) => !it.active)];
  return (
    <Section
      title={words.title}
      actions={
        <>
          <Button onClick={() => setAdding('fact')}>{words.addFact}</Button>
          <Button onClick={() => setAdding('preference')}>{words.addPreference}</Button>
        </>
      }
    >
      <div class="stack tight">
        {all.length > 0 && (
          <Choices
            label={words.filter}
            of={offered.map((name) => [
              withParams({ kind: name }),
              name ? words.filters[name] : words.all,
              name === kind,
            ])}
          />
        )}
        <Rows items={inUse} lit={lit} />
        {notInUse.length > 0 && (
          <>
            <h3 class="muted">{words.notInUse}</h3>
            <Rows items={notInUse} lit={lit} />
          </>
        )}
      </div>
      <Loaded above>
        {adding && (
          <Adding
            what={adding}
            known={all.filter(({ kind }) => kind === 'fact').map(({ id }) => id)}
            onClose={() => setAdding(null)}
          />
        )}
      </Loaded>
    </Section>
  );
}

const Rows = ({ items, lit }: { items: Item[]; lit: readonly string[] }) =>
  items.length ? (
    <ul class="card items">
      {items.map((item) => (
        <Row key={item.address} item={item} lit={lit.includes(item.address)} />
      ))}
    </ul>
  ) : null;

function Row({ item, lit }: { item: Item; lit: boolean }) {
  const words = t().items;
  const to = withParams({ item: item.address });
  return (
    <li class={`item ${item.active ? '' : 'inactive'} ${lit ? 'lit' : ''}`}>
      <Link
        to={to}
        data-item={item.address}
        aria-current={param('item') === item.address ? 'true' : undefined}
      >
        <span class="item-label small muted">{itemLabel(item)}</span>
        <span class="item-text">
          {item.kind === 'skill' ? skillName(item) : itemText(item)}{' '}
          {item.doubt && <Chip tone="warn">{words.doubt}</Chip>}
          {item.active && !item.included && <Chip>{words.notIncluded}</Chip>}
          {!item.active && item.kind === 'preference' && (
            <Chip>{item.preference.supersededBy ? words.gaveWay : words.off}</Chip>
          )}
        </span>
        <Certainty item={item} />
      </Link>
    </li>
  );
}

function Certainty({ item }: { item: Item }) {
  if (item.kind === 'skill') {
    return (
      <span class="item-certainty">
        <span>{t().levels[item.level]}</span>
        <Bar value={levelShare(item.level)} label={t().item.level} text={t().levels[item.level]} />
      </span>
    );
  }
  if (item.sure === null || item.fresh === null) return null;
  return (
    <span class="item-certainty">
      {item.seen && <When at={item.seen} />}
      <Bar
        value={item.sure * item.fresh}
        label={t().items.confidence}
        tone={item.included ? 'plain' : 'quiet'}
      />
      <span class="figure">{percent(item.sure * item.fresh)}</span>
    </span>
  );
}

/** All that is known, as one list, filtered by what the address says. */
import { lazy } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { Profile } from 'rekindle-client';

import { type Item, type ItemKind, itemsOf, levelShare } from '../../logic/items';
import { t } from '../../strings';
import { Button, Link, When } from '../../ui/controls';
import { itemLabel, itemText, skillName } from '../../ui/facts';
import { percent } from '../../ui/format';
import { later, Loaded } from '../../ui/loaded';
import { Bar, Chip, Section } from '../../ui/parts';
import { go, param, withParams } from '../../ui/router';
import { TOLD_FROM } from '../../logic/decay';

// A dialog is too large for the first script.
const Adding = lazy(async () => (await later()).Adding);

const FILTERS = {
  fact: ['fact'],
  preference: ['preference'],
  habit: ['pattern', 'workflow'],
  skill: ['skill'],
} as const satisfies Record<string, readonly ItemKind[]>;
type Filter = keyof typeof FILTERS;

export function Known({ profile, lit }: { profile: Profile; lit: readonly string[] }) {
  const words = t().items;
  const [adding, setAdding] = useState<'fact' | 'preference' | null>(null);
  const all = itemsOf(profile);
  const kind = param('kind') as Filter | '';
  const kinds: readonly ItemKind[] | undefined = kind ? FILTERS[kind] : undefined;
  const found = all.filter((item) => !kinds || kinds.includes(item.kind));
  const hasAny = (name: Filter) =>
    all.some((item) => (FILTERS[name] as readonly ItemKind[]).includes(item.kind));
  // A kind of which there is nothing is not offered.
  const offered = ['' as const, ...(Object.keys(FILTERS) as Filter[]).filter(hasAny)];
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
        <div class="row tight" role="group" aria-label={words.filter} hidden={!all.length}>
          {offered.map((name) => (
            <button
              key={name}
              type="button"
              class="chip tag"
              aria-pressed={name === kind}
              onClick={() => go(withParams({ kind: name }), { replace: true })}
            >
              {name ? words.filters[name] : words.all}
            </button>
          ))}
        </div>
        <Rows items={inUse} lit={lit} />
        {found.some((item) => item.kind === 'preference') && (
          <p class="small muted">{words.tick}</p>
        )}
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

function Rows({ items, lit }: { items: Item[]; lit: readonly string[] }) {
  if (!items.length) return null;
  return (
    <ul class="card items">
      {items.map((item) => (
        <Row key={item.address} item={item} lit={lit.includes(item.address)} />
      ))}
    </ul>
  );
}

function Row({ item, lit }: { item: Item; lit: boolean }) {
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
          {item.kind === 'skill' ? skillName(item) : itemText(item)} <Marks item={item} />
        </span>
        <Certainty item={item} />
      </Link>
    </li>
  );
}

/** What is unusual about an item: nothing, as a rule. */
function Marks({ item }: { item: Item }) {
  const words = t().items;
  return (
    <>
      {item.doubt && <Chip tone="warn">{words.doubt}</Chip>}
      {item.active && !item.included && <Chip>{words.notIncluded}</Chip>}
      {!item.active && item.kind === 'preference' && (
        <Chip>{item.preference.supersededBy ? words.gaveWay : words.off}</Chip>
      )}
    </>
  );
}

function Certainty({ item }: { item: Item }) {
  const words = t().items;
  if (item.kind === 'skill') {
    return (
      <span class="item-certainty">
        <span class="level">{t().levels[item.level]}</span>
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
        label={words.confidence}
        {...(item.kind === 'preference' && { mark: TOLD_FROM })}
        tone={item.included ? 'plain' : 'quiet'}
      />
      <span class="figure">{percent(item.sure * item.fresh)}</span>
    </span>
  );
}

/** Search over all notes as one types, with its filters in the address. */
import { Search as SearchIcon } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Note, SearchMode, Tier } from 'rekindle-client';

import { foundNotes } from '../../live/topics';
import { SEARCH_MODES, TIERS } from '../../logic/choices';
import { t } from '../../strings';
import { Button } from '../../ui/controls';
import { Fields, type FieldOf } from '../../ui/fields';
import { Empty, MoreButton, Show, TextField } from '../../ui/parts';
import { go, param, withParams } from '../../ui/router';
import { deleting } from './selection';
import { useDelayed } from '../../ui/hooks';
import { Entry, type EntryActions } from './entry';

const FILTERS = ['mode', 'in', 'source', 'role', 'old'] as const;
type Source = Note['source'];
type Role = NonNullable<Note['role']>;

export function Search(props: { actions: EntryActions; children: ComponentChildren }) {
  const words = t().memory;
  const [text, setText] = useState(param('q'));
  const asked = param('q');
  // Back and Forward change the address, and the field follows.
  useEffect(() => setText(asked), [asked]);
  const isWide = useMemo(() => matchMedia('(min-width: 620px)').matches, []);
  // Nothing chosen stands for the first choice, and is left out of the address.
  const filters: FieldOf[] = [
    {
      name: 'mode',
      label: words.mode,
      options: SEARCH_MODES.map((name) => [name === 'auto' ? '' : name, words.modes[name]]),
    },
    {
      name: 'in',
      label: words.searchIn,
      options: [['', words.everywhere], ...TIERS.map((name) => [name, words.tiers[name]] as const)],
    },
    {
      name: 'source',
      label: words.source,
      options: [['', words.anySource], ...Object.entries(words.sources)],
    },
    {
      name: 'role',
      label: words.role,
      options: [['', words.anyRole], ...Object.entries(words.roles)],
    },
  ];
  return (
    <>
      <form class="card stack search" role="search" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label={words.search}
          placeholder={words.searchPlaceholder}
          type="search"
          maxLength={2000}
          value={text}
          onValue={(value) => {
            setText(value);
            go(withParams({ q: value }), { replace: !!asked });
          }}
        />
        <details open={isWide || FILTERS.some(param)}>
          <summary>{words.filters}</summary>
          <div class="fields">
            <Fields
              of={filters}
              values={Object.fromEntries(filters.map(({ name }) => [name, param(name)]))}
              onValues={(next) => go(withParams(next))}
            />
            <label class="row tight">
              <input
                type="checkbox"
                checked={!!param('old')}
                onChange={(event) =>
                  go(withParams({ old: event.currentTarget.checked ? '1' : '' }))
                }
              />
              {words.includeSuperseded}
            </label>
          </div>
        </details>
      </form>
      {param('tag') && (
        <p class="banner row apart" role="status">
          {words.onlyTag(param('tag'))}
          <Button look="small" onClick={() => go(withParams({ tag: '' }))}>
            {words.allTags}
          </Button>
        </p>
      )}
      {asked.trim() ? <Results text={asked.trim()} actions={props.actions} /> : props.children}
    </>
  );
}

/** What is searched for, from the address. */
function queryIn() {
  const [mode = '', target, source, role, old] = FILTERS.map(param);
  const tag = param('tag');
  return {
    mode: (mode || 'auto') as SearchMode,
    ...(target && { target: target as Tier }),
    ...(source && { source: source as Source }),
    ...(role && { role: role as Role }),
    ...(tag && { tag }),
    ...(old && { includeSuperseded: true }),
  };
}

function Results({ text, actions }: { text: string; actions: EntryActions }) {
  const words = t().memory;
  const list = foundNotes(useDelayed(text), queryIn());
  return (
    <Show of={list} stays>
      {({ items, more, page: answer }) => {
        const shown = items.filter(({ entry }) => !deleting(entry));
        return (
          <section>
            <p class="muted" role="status">
              {words.found(answer.total, words.modes[answer.mode])}
            </p>
            {answer.warnings?.length ? <p class="banner">{words.byWords}</p> : null}
            {answer.total === 0 && (
              <Empty icon={SearchIcon} title={words.nothingFound} text={words.nothingFoundText} />
            )}
            {shown.length > 0 && (
              <ul class="card rows entries">
                {shown.map(({ entry, highlights, supersededBy }) => (
                  <Entry
                    key={entry.id}
                    entry={entry}
                    actions={actions}
                    highlights={highlights}
                    superseded={!!supersededBy}
                    showTier
                  />
                ))}
              </ul>
            )}
            {more && <MoreButton of={list} label={words.moreOf(answer.total - items.length)} />}
          </section>
        );
      }}
    </Show>
  );
}

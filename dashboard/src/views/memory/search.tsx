/** Search over all notes as one types, with its filters in the address. */
import { Search as SearchIcon } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import type { Note, SearchMode, Tier } from 'rekindle-client';

import { foundNotes } from '../../live/topics';
import { namesOf, SEARCH_MODES, TIERS } from '../../logic/choices';
import { t } from '../../strings';
import { type FieldOf, Fields, TextField, Tick } from '../../ui/fields';
import { Button, Empty, MoreButton, Show } from '../../ui/parts';
import { go, param, withParams } from '../../ui/router';
import { deleting } from './selection';
import { useDelayed } from '../../ui/hooks';
import { Entry, type EntryActions } from './entry';

export function Search(props: { actions: EntryActions; children: ComponentChildren }) {
  const words = t().memory;
  const asked = param('q');
  // Nothing chosen stands for the first choice, and is left out of the address.
  const modes = SEARCH_MODES.map(
    (name) => [name === 'auto' ? '' : name, words.modes[name]] as const,
  );
  const choices: [string, string, (readonly [string, string])[]][] = [
    ['mode', words.mode, modes],
    ['in', words.searchIn, [['', words.everywhere], ...namesOf(TIERS, words.tiers)]],
    ['source', words.source, [['', words.anySource], ...Object.entries(words.sources)]],
    ['role', words.role, [['', words.anyRole], ...Object.entries(words.roles)]],
  ];
  const filters = choices.map(([name, label, options]): FieldOf => ({ name, label, options }));
  return (
    <>
      <form class="card stack search" role="search" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label={words.search}
          placeholder={words.searchPlaceholder}
          type="search"
          maxLength={2000}
          value={asked}
          onValue={(value) => go(withParams({ q: value }), { replace: !!asked })}
        />
        <details open={!!param('old') || filters.some(({ name }) => param(name))}>
          <summary>{words.filters}</summary>
          <div class="fields">
            <Fields
              of={filters}
              values={Object.fromEntries(filters.map(({ name }) => [name, param(name)]))}
              onValues={(next) => go(withParams(next))}
            />
          </div>
          <Tick
            label={words.includeSuperseded}
            on={!!param('old')}
            onChange={(on) => go(withParams({ old: on ? '1' : '' }))}
          />
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
const queryIn = (): Parameters<typeof foundNotes>[1] => ({
  mode: (param('mode') || 'auto') as SearchMode,
  target: (param('in') || undefined) as Tier | undefined,
  source: (param('source') || undefined) as Note['source'] | undefined,
  role: (param('role') || undefined) as NonNullable<Note['role']> | undefined,
  tag: param('tag') || undefined,
  includeSuperseded: !!param('old'),
});

function Results({ text, actions }: { text: string; actions: EntryActions }) {
  const words = t().memory;
  const list = foundNotes(useDelayed(text), queryIn());
  return (
    <Show of={list} stays>
      {({ items, more, page: answer }) => {
        const shown = items.filter(({ entry }) => !deleting(entry));
        return (
          <section class="stack tight">
            <p class="muted" role="status">
              {words.found(answer.total, words.modes[answer.mode])}
            </p>
            {answer.warnings?.length ? <p class="banner">{words.byWords}</p> : null}
            {answer.total === 0 && (
              <Empty icon={SearchIcon} title={words.nothingFound} text={words.nothingFoundText} />
            )}
            {shown.length > 0 && (
              <ul class="card rows">
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

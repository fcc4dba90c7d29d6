/** The notes: two tiers with budgets, the archive, and a search over all of them. */
import { NotebookPen, Plus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Note, Tier } from 'rekindle-client';
import { topic } from 'rekindle-client/live';

import { useTopic } from '../../live/rekindle';
import { entriesOf, settings, usage } from '../../live/topics';
import { namesOf, NOTE_ORDERS, TIERS } from '../../logic/choices';
import { t } from '../../strings';
import { SelectField } from '../../ui/fields';
import { Bar, Button, Chip, Choices, Empty, Page, Paged, Section, Show } from '../../ui/parts';
import { inLine, number } from '../../ui/format';
import { go, param, withParams } from '../../ui/router';
import { Conversations } from './conversations';
import { Entry, type EntryActions } from './entry';
import { Search } from './search';
import { deleteNotes, deleting, SelectionBar, useSelection } from './selection';
import { EntryForm, ImportTexts } from './writing';

const TABS = [...TIERS, 'conversations'] as const;

export function Memory() {
  const words = t().memory;
  const tab = TABS.find((name) => name === param('tab')) ?? 'memory';
  const tier: Tier = tab === 'conversations' ? 'memory' : tab;
  const [editing, setEditing] = useState<Note | 'new' | null>(null);
  const { ids, select, clear } = useSelection();
  const used = useTopic(usage).data;
  const actions: EntryActions = {
    edit: setEditing,
    remove: (entry) => deleteNotes([entry.id]),
    isSelected: (entry) => ids.has(entry.id),
    select,
  };
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          <ImportTexts />
          <Button look="primary" icon={Plus} onClick={() => setEditing('new')}>
            {words.add}
          </Button>
        </>
      }
    >
      <div class="stack">
        <Choices
          label={words.title}
          of={TABS.map((name) => [
            withParams({ tab: name === 'memory' ? '' : name, q: '', conversation: '', prompt: '' }),
            name === 'conversations'
              ? t().sessions.tab
              : inLine(words.tiers[name], used && words.entries(used[name].entries)),
            name === tab,
          ])}
        />
        {param('note') && <OneNote id={param('note')} actions={actions} />}
        <SelectionBar ids={ids} clear={clear} />
        <Search actions={actions}>
          {tab === 'conversations' ? <Conversations /> : <Entries tier={tab} actions={actions} />}
        </Search>
      </div>
      {editing && (
        <EntryForm
          entry={editing === 'new' ? null : editing}
          tier={tier}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  );
}

const noteOf = (id: string) =>
  topic(`note ${id}`, ['memory'], ({ memory }, options) => memory.get(id, options));

/** The note to which a link led. */
function OneNote({ id, actions }: { id: string; actions: EntryActions }) {
  return (
    <Section title={t().memory.linked} closes="note">
      <Show of={noteOf(id)} lines={1}>
        {(note) =>
          !deleting(note) && (
            <ul class="card rows linked">
              <Entry entry={note} actions={actions} showTier />
            </ul>
          )
        }
      </Show>
    </Section>
  );
}

const NEARLY_FULL = 85;

/** The notes of a tier, below what it is for and how full it is. */
function Entries({ tier, actions }: { tier: Tier; actions: EntryActions }) {
  const words = t().memory;
  const order = NOTE_ORDERS.find((name) => name === param('order')) ?? 'newest';
  const rules = useTopic(settings).data;
  const used = useTopic(usage).data?.[tier];
  const room = used && 'percent' in used ? used : null;
  const isFull = room && room.percent >= NEARLY_FULL;
  const isOff = rules && { memory: !rules.memoryEnabled, user: !rules.userProfileEnabled };
  return (
    <div class="stack">
      <p class="row tight muted">
        {words.tierLeads[tier]}
        {isFull && <Chip tone="warn">{words.full}</Chip>}
        {tier !== 'archive' && isOff?.[tier] && <Chip>{words.off}</Chip>}
      </p>
      <div class="columns">
        {room && (
          <div class="stack tight">
            <Bar
              value={room.percent / 100}
              label={words.tiers[tier]}
              tone={isFull ? 'full' : 'plain'}
            />
            <p class="muted small">{words.gauge(number(room.chars), number(room.limit))}</p>
          </div>
        )}
        <SelectField
          label={words.order}
          value={order}
          options={namesOf(NOTE_ORDERS, words.orders)}
          onValue={(name) => go(withParams({ order: name === 'newest' ? '' : name }))}
        />
      </div>
      <Paged
        of={entriesOf(tier, param('tag'), param('source') as Note['source'] | '', order)}
        empty={<Empty icon={NotebookPen} title={words.empty[tier]} text={words.emptyText} />}
      >
        {(entry) => <Entry key={entry.id} entry={entry} actions={actions} />}
      </Paged>
    </div>
  );
}

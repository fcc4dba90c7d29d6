/** The notes: two tiers with budgets, the archive, and a search over all of them. */
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react/tab';
import { NotebookPen, Plus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Note, Settings, Tier } from 'rekindle-client';

import { live, rekindle, useTopic } from '../../live/rekindle';
import { entriesOf, settings, usage } from '../../live/topics';
import { NOTE_ORDERS, TIERS } from '../../logic/choices';
import { t } from '../../strings';
import { inWordsOf } from '../../ui/act';
import { Button } from '../../ui/controls';
import { number } from '../../ui/format';
import { Bar, Chip, Empty, Failure, Page, Paged, Section, SelectField } from '../../ui/parts';
import { useRead } from '../../ui/reading';
import { go, param, withParams } from '../../ui/router';
import { Conversations } from './conversations';
import { Entry, type EntryActions } from './entry';
import { ImportNotes } from './import';
import { EntryForm } from './form';
import { Search } from './search';
import { deleteNotes, deleting, SelectionBar, useSelection } from './selection';

const TABS = [...TIERS, 'conversations'] as const;

export function Memory() {
  const words = t().memory;
  const tab = TABS.find((name) => name === param('tab')) ?? 'memory';
  const tier: Tier = tab === 'conversations' ? 'memory' : tab;
  const [editing, setEditing] = useState<Note | 'new' | null>(null);
  const { ids, select, clear } = useSelection();
  const { data: rules } = useTopic(settings);
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
          <ImportNotes />
          <Button look="primary" icon={Plus} onClick={() => setEditing('new')}>
            {words.add}
          </Button>
        </>
      }
    >
      <Gauges settings={rules} />
      <OneNote actions={actions} />
      <SelectionBar ids={ids} clear={clear} />
      <Search actions={actions}>
        <TabProvider
          selectedId={tab}
          setSelectedId={(id) => {
            if (id)
              go(withParams({ tab: id === 'memory' ? '' : id, conversation: '', prompt: '' }));
          }}
        >
          <TabList aria-label={words.title} className="tabs">
            {TABS.map((name) => (
              <Tab key={name} id={name} className="tab">
                {name === 'conversations' ? t().sessions.tab : words.tiers[name]}
              </Tab>
            ))}
          </TabList>
          {TABS.map((name) => (
            <TabPanel key={name} tabId={name} className="tab-panel">
              {name === tab &&
                (name === 'conversations' ? (
                  <Conversations />
                ) : (
                  <Entries tier={name} actions={actions} />
                ))}
            </TabPanel>
          ))}
        </TabProvider>
      </Search>
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

/** The note to which a link led, as `?note=<id>` says. */
function OneNote({ actions }: { actions: EntryActions }) {
  const id = param('note');
  const moved = useTopic(usage).data;
  const { data: note, error } = useRead(id, (options) => rekindle.memory.get(id, options), moved);
  if (!id) return null;
  return (
    <Section title={t().memory.linked} closes="note">
      {error !== null && <p class="banner failed">{inWordsOf(error)}</p>}
      {error === null && note && !deleting(note) && (
        <ul class="card rows entries linked">
          <Entry entry={note} actions={actions} showTier />
        </ul>
      )}
    </Section>
  );
}

const NEARLY_FULL = 85;

/** How full each tier is. The cards stand before that is known, so that nothing moves. */
function Gauges({ settings: rules }: { settings?: Settings }) {
  const words = t().memory;
  const { data: used, error } = useTopic(usage);
  const off = { memory: rules?.memoryEnabled === false, user: rules?.userProfileEnabled === false };
  if (!used && error !== undefined) {
    return <Failure error={error} retry={() => void live.refresh(usage)} />;
  }
  return (
    <div class="columns">
      {TIERS.map((name) => {
        const of = used?.[name];
        const isFull = of && 'percent' in of && of.percent >= NEARLY_FULL;
        return (
          <div key={name} class="card gauge stack tight">
            <div class="apart">
              <h2>{words.tiers[name]}</h2>
              <span class="figure">{of && words.entries(of.entries)}</span>
            </div>
            {of && 'percent' in of && (
              <>
                <Bar
                  value={of.percent / 100}
                  label={words.tiers[name]}
                  tone={isFull ? 'full' : 'plain'}
                />
                <p class="muted small">{words.gauge(number(of.chars), number(of.limit))}</p>
              </>
            )}
            {isFull && <Chip tone="warn">{words.full}</Chip>}
            {name === 'archive' && <p class="muted small">{words.noBudget}</p>}
            {name !== 'archive' && off[name] && <Chip>{words.off}</Chip>}
          </div>
        );
      })}
    </div>
  );
}

function Entries({ tier, actions }: { tier: Tier; actions: EntryActions }) {
  const words = t().memory;
  const order = NOTE_ORDERS.find((name) => name === param('order')) ?? 'newest';
  const list = entriesOf(tier, param('tag'), param('source'), order);
  return (
    <div class="stack tight">
      <div class="row apart">
        <p class="muted">{words.tierLeads[tier]}</p>
        <SelectField
          label={words.order}
          value={order}
          options={NOTE_ORDERS.map((name) => [name, words.orders[name]] as const)}
          onValue={(name) => go(withParams({ order: name === 'newest' ? '' : name }))}
        />
      </div>
      <Paged
        of={list}
        empty={<Empty icon={NotebookPen} title={words.empty[tier]} text={words.emptyText} />}
      >
        {(entry) => <Entry key={entry.id} entry={entry} actions={actions} />}
      </Paged>
    </div>
  );
}

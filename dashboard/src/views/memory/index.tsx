/** The notes: two tiers with budgets, the archive, and a search over all of them. */
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react/tab';
import { NotebookPen, Plus } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Note, Settings, Tier, Usage } from 'rekindle-client';

import { live, rekindle, useTopic } from '../../live/rekindle';
import { entriesOf, settings, usage } from '../../live/topics';
import { NOTE_ORDERS, TIERS } from '../../logic/choices';
import { t } from '../../strings';
import { inWordsOf } from '../../ui/act';
import { Button } from '../../ui/controls';
import { number, percent } from '../../ui/format';
import {
  Bar,
  Chip,
  Empty,
  Failure,
  MoreButton,
  Page,
  Section,
  SelectField,
  Show,
} from '../../ui/parts';
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
    <Section
      title={t().memory.linked}
      actions={
        <Button look="small" onClick={() => go(withParams({ note: '' }))}>
          {t().common.close}
        </Button>
      }
    >
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
      {(['memory', 'user'] as const).map((name) => (
        <Gauge
          key={name}
          title={words.tiers[name]}
          figure={used && percent(used[name].percent / 100)}
        >
          {used && <Budget title={words.tiers[name]} {...used[name]} />}
          {off[name] && <Chip>{words.off}</Chip>}
        </Gauge>
      ))}
      <Gauge title={words.tiers.archive} figure={used && words.entries(used.archive.entries)}>
        <p class="muted small">{words.noBudget}</p>
      </Gauge>
    </div>
  );
}

function Gauge(props: { title: string; figure?: string; children: ComponentChildren }) {
  return (
    <div class="card gauge stack tight">
      <div class="apart">
        <h2>{props.title}</h2>
        <span class="figure">{props.figure}</span>
      </div>
      {props.children}
    </div>
  );
}

function Budget(props: { title: string } & Usage['memory']) {
  const words = t().memory;
  const full = props.percent >= NEARLY_FULL;
  return (
    <>
      <Bar value={props.percent / 100} label={props.title} tone={full ? 'full' : 'plain'} />
      <p class="muted small">
        {words.gauge(number(props.chars), number(props.limit))} · {words.entries(props.entries)}
      </p>
      {full && <Chip tone="warn">{words.full}</Chip>}
    </>
  );
}

function Entries({ tier, actions }: { tier: Tier; actions: EntryActions }) {
  const words = t().memory;
  const order = NOTE_ORDERS.find((name) => name === param('order')) ?? 'newest';
  const list = entriesOf(tier, param('tag'), param('source'), order);
  return (
    <>
      <div class="row apart">
        <p class="muted">{words.tierLeads[tier]}</p>
        <SelectField
          label={words.order}
          value={order}
          options={NOTE_ORDERS.map((name) => [name, words.orders[name]] as const)}
          onValue={(name) => go(withParams({ order: name === 'newest' ? '' : name }))}
        />
      </div>
      <Show of={list}>
        {({ items, more }) =>
          items.some((entry) => !deleting(entry)) ? (
            <>
              <ul class="card rows entries">
                {items
                  .filter((entry) => !deleting(entry))
                  .map((entry) => (
                    <Entry key={entry.id} entry={entry} actions={actions} />
                  ))}
              </ul>
              {more && <MoreButton of={list} />}
            </>
          ) : (
            <Empty icon={NotebookPen} title={words.empty[tier]} text={words.emptyText} />
          )
        }
      </Show>
    </>
  );
}

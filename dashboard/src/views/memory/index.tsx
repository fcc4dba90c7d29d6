/** The notes: two tiers with budgets, the archive, and a search over all of them. */
import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react/tab';
import { NotebookPen, Plus } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { Note, Settings, Tier, Usage } from 'rekindle-client';

import { rekindle, useTopic } from '../../live/rekindle';
import { chosenTag, entriesOf, settings, usage } from '../../live/topics';
import { TIERS } from '../../logic/choices';
import { t } from '../../strings';
import { FormDialog } from '../../ui/dialog';
import { number, percent } from '../../ui/format';
import { Bar, Chip, Empty, MoreButton, Page, Show } from '../../ui/parts';
import { Entry, type EntryActions } from './entry';
import { EntryForm } from './form';
import { Search } from './search';

export function Memory() {
  const words = t().memory;
  const [tier, setTier] = useState<Tier>('memory');
  const [editing, setEditing] = useState<Note | 'new' | null>(null);
  const [removing, setRemoving] = useState<Note | null>(null);
  const { data: rules } = useTopic(settings);
  const actions: EntryActions = { edit: setEditing, remove: setRemoving };
  useEffect(
    () => () => {
      chosenTag.value = undefined;
    },
    [],
  );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <button type="button" class="button primary" onClick={() => setEditing('new')}>
          <Plus size={16} aria-hidden="true" /> {words.add}
        </button>
      }
    >
      <Show of={usage} lines={2}>
        {(data) => <Gauges usage={data} settings={rules} />}
      </Show>
      <Search actions={actions}>
        <TabProvider selectedId={tier} setSelectedId={(id) => id && setTier(id as Tier)}>
          <TabList aria-label={words.title} className="tabs">
            {TIERS.map((name) => (
              <Tab key={name} id={name} className="tab">
                {words.tiers[name]}
              </Tab>
            ))}
          </TabList>
          {TIERS.map((name) => (
            <TabPanel key={name} tabId={name} className="tab-panel">
              {name === tier && <Entries tier={name} actions={actions} />}
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
      {removing && (
        <FormDialog
          title={words.deleteTitle}
          hint={words.deleteText}
          submit={t().common.delete}
          danger
          done={words.deleted}
          onClose={() => setRemoving(null)}
          onSubmit={() => rekindle.memory.delete(removing.id)}
        >
          <blockquote>
            <p>{removing.content}</p>
          </blockquote>
        </FormDialog>
      )}
    </Page>
  );
}

const NEARLY_FULL = 85;

function Gauges({ usage: used, settings: rules }: { usage: Usage; settings?: Settings }) {
  const words = t().memory;
  const off = { memory: rules?.memoryEnabled === false, user: rules?.userProfileEnabled === false };
  return (
    <div class="gauges">
      {(['memory', 'user'] as const).map((name) => {
        const { chars, limit, percent: full, entries: count } = used[name];
        return (
          <div class="card gauge" key={name}>
            <div class="gauge-head">
              <h2>{words.tiers[name]}</h2>
              <span class="figure">{percent(full / 100)}</span>
            </div>
            <Bar
              value={full / 100}
              label={words.tiers[name]}
              tone={full >= NEARLY_FULL ? 'full' : 'plain'}
            />
            <p class="muted small">
              {words.gauge(number(chars), number(limit))} · {words.entries(count)}
            </p>
            {full >= NEARLY_FULL && <Chip tone="warn">{words.full}</Chip>}
            {off[name] && <Chip>{words.off}</Chip>}
          </div>
        );
      })}
      <div class="card gauge">
        <div class="gauge-head">
          <h2>{words.tiers.archive}</h2>
          <span class="figure">{words.entries(used.archive.entries)}</span>
        </div>
        <p class="muted small">{words.noBudget}</p>
      </div>
    </div>
  );
}

function Entries({ tier, actions }: { tier: Tier; actions: EntryActions }) {
  const words = t().memory;
  const list = entriesOf(tier, chosenTag.value);
  return (
    <>
      <p class="muted">{words.tierLeads[tier]}</p>
      <Show of={list}>
        {({ items, more }) =>
          items.length ? (
            <>
              <ul class="card rows entries">
                {items.map((entry) => (
                  <Entry key={entry.id} entry={entry} actions={actions} />
                ))}
              </ul>
              {more && <MoreButton of={list} />}
            </>
          ) : (
            <Empty
              icon={<NotebookPen size={26} aria-hidden="true" />}
              title={words.empty[tier]}
              text={words.emptyText}
            />
          )
        }
      </Show>
    </>
  );
}

/** Connections: the assistants and programs that may act for the user. */
import { History as HistoryIcon, KeyRound, Plug, Plus, Power } from 'lucide-preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Connection, Undone } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { connections } from '../../live/topics';
import { hoursFrom, isOver } from '../../logic/access';
import { namesOf } from '../../logic/choices';
import { isRemote, PRODUCTS } from '../../logic/guides';
import { t } from '../../strings';
import { Button, Chip, Empty, Link, Page, Section, Show, When } from '../../ui/parts';
import { Asks, FormDialog, Notice, Opens } from '../../ui/dialog';
import type { FieldOf } from '../../ui/fields';
import { day } from '../../ui/format';
import { go, param, withParams } from '../../ui/router';
import { Guide } from './guide';
import { KeyForm } from './key';

/** How far back: hours, everything, or since a moment. */
const REACHES = ['', '1', '24', '168', 'moment'] as const;
const PARTS = ['messages', 'notes', 'sessions', 'facts', 'preferences', 'habits'] as const;

export function Connections() {
  const words = t().connections;
  const isHurried = useRef(false);
  const product = PRODUCTS.find((name) => name === param('with'));
  useEffect(() => {
    // What happens to connections is no part of what the page follows, so it reads them again here.
    const again = () => {
      if (!document.hidden) void live.refresh(connections);
    };
    if (live.get(connections).data) again();
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  }, []);
  return (
    <Page title={words.title} lead={words.lead}>
      <Section title={t().connect.title} lead={t().connect.lead}>
        <ul class="columns products">
          {PRODUCTS.map((name) => (
            <li key={name} class="card row apart">
              <Link to={withParams({ with: name })}>{t().connect.products[name][0]}</Link>
              {!isRemote(name) && (
                <Button
                  look="small"
                  icon={KeyRound}
                  aria-label={`${t().connect.start}: ${t().connect.products[name][0]}`}
                  onClick={() => {
                    isHurried.current = true;
                    go(withParams({ with: name }));
                  }}
                >
                  {t().connect.start}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title={words.list}
        actions={
          <Opens button={{ icon: Plus, children: words.make }}>
            {(close) => <KeyForm onClose={close} />}
          </Opens>
        }
      >
        <Show of={connections} lines={4}>
          {(items) =>
            items.length ? (
              items.map((item) => <ConnectionCard key={item.id} connection={item} />)
            ) : (
              <Empty icon={Plug} title={words.emptyTitle} text={words.emptyText} />
            )
          }
        </Show>
      </Section>
      {product && (
        <Guide
          key={product}
          product={product}
          isHurried={isHurried}
          onClose={() => go(withParams({ with: '' }), { replace: true })}
        />
      )}
    </Page>
  );
}

function ConnectionCard({ connection }: { connection: Connection }) {
  const { name, kind, expiresAt } = connection;
  const words = t().connections;
  const over = isOver(connection, live.now());
  const Icon = kind === 'key' ? KeyRound : Plug;
  return (
    <article class="card stack tight" data-id={connection.id} aria-label={name}>
      <header class="apart">
        <h2 class="row tight">
          <Icon size={18} /> {name}
        </h2>
        {over && <Chip tone="warn">{words.over}</Chip>}
      </header>
      <p class="muted small">
        {words.kinds[kind]} · {words.made(day(connection.createdAt))} ·{' '}
        {connection.lastUsedAt ? words.used(day(connection.lastUsedAt)) : words.unused}
      </p>
      <ul class="row tight" aria-label={t().access.may}>
        {connection.scopes.map((scope) => (
          <li key={scope} class="chip">
            {t().access.scopes[scope][0]}
          </li>
        ))}
      </ul>
      <p class="small">
        {connection.lastUsedAt && words.did(connection.reads, connection.writes ?? 0)}{' '}
        {expiresAt && !over && <When at={expiresAt}>{words.ends[kind](day(expiresAt))}</When>}
      </p>
      {!over && (
        <p class="row tight">
          <Opens button={{ look: 'small', icon: HistoryIcon, children: words.undo }}>
            {(close) => <UndoForm connection={connection} onClose={close} />}
          </Opens>
          <Asks
            button={{ look: 'small danger', icon: Power, children: words.disconnect }}
            title={words.disconnectTitle(name)}
            hint={words.disconnectText}
            submit={words.disconnect}
            danger
            done={words.disconnected}
            onSubmit={async () => {
              await rekindle.connections.delete(connection.id);
              await live.refresh(connections);
            }}
          />
        </p>
      )}
    </article>
  );
}

/** Takes back what an assistant or program wrote. */
function UndoForm(props: { connection: Connection; onClose: () => void }) {
  const words = t().connections;
  const [done, setDone] = useState<Undone | null>(null);
  if (done) return <Account of={done} onClose={props.onClose} />;

  const moment: FieldOf = {
    name: 'moment',
    label: words.since,
    type: 'datetime-local',
    required: true,
  };
  return (
    <FormDialog
      title={words.undoTitle(props.connection.name)}
      hint={words.undoText}
      submit={words.undoSubmit}
      danger
      goesOn
      fields={({ reach }) => [
        { name: 'reach', label: words.reach, options: namesOf(REACHES, words.reaches) },
        ...(reach === 'moment' ? [moment] : []),
      ]}
      from={{ reach: '', moment: '' }}
      onClose={props.onClose}
      onSubmit={async ({ reach, moment = '' }) => {
        const since =
          reach === 'moment'
            ? new Date(moment).toISOString()
            : reach && hoursFrom(live.now(), -Number(reach));
        setDone(await rekindle.connections.undo(props.connection.id, since || undefined));
        void live.refresh(connections);
      }}
    />
  );
}

function Account({ of: done, onClose }: { of: Undone; onClose: () => void }) {
  const words = t().connections;
  const counts = PARTS.filter((part) => done[part]);
  return (
    <Notice title={words.undone} onClose={onClose}>
      <ul class="rows compact">
        {counts.map((part) => (
          <li key={part}>{words.takenBack[part](done[part])}</li>
        ))}
        {!counts.length && <li>{words.nothingUndone}</li>}
      </ul>
      {!done.complete && <p class="banner">{words.incomplete}</p>}
    </Notice>
  );
}

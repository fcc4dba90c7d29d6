/** Connections: the assistants and programs that may act for the user. */
import { KeyRound, Plug, Plus } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';

import { live } from '../../live/rekindle';
import { connections } from '../../live/topics';
import { isRemote, PRODUCTS } from '../../logic/guides';
import { t } from '../../strings';
import { Button, Empty, Link, Page, Section, Show } from '../../ui/parts';
import { Opens } from '../../ui/dialog';
import { go, param, withParams } from '../../ui/router';
import { ConnectionCard } from './card';
import { Guide } from './guide';
import { KeyForm } from './key';

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

/** How to connect one assistant: what to paste, with a fresh key, and whether it has called. */
import { Check, Copy } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Connection } from 'rekindle-client';

import { environment } from '../../auth/session';
import { live, rekindle, useTopic } from '../../live/rekindle';
import { connections } from '../../live/topics';
import { hoursFrom } from '../../logic/access';
import { codeFor, isRemote, scopesFor, type Product } from '../../logic/guides';
import { t } from '../../strings';
import { useSubmit } from '../../ui/act';
import { Button, Problem } from '../../ui/parts';
import { useDraft } from '../../ui/hooks';
import { Notice } from '../../ui/dialog';
import { useClipboard } from './key';

const EVERY = 2000;
const LASTS = 365 * 24;
/** Stands in the code until there is a key. */
const NO_KEY = '…';

export function Guide(props: {
  product: Product;
  /** Whether to make the key and copy it at once. It holds for one guide: Forward makes no more keys. */
  isHurried: { current: boolean };
  onClose: () => void;
}) {
  const { product } = props;
  const words = t().connect;
  const [name, steps] = words.products[product];
  // A second try takes the same key, unless that was disconnected.
  const [kept, setMade] = useDraft<{ id: string; key: string }>(`key ${product}`);
  const { data: known } = useTopic(connections);
  const made = known?.some(({ id }) => id === kept?.id) ? kept : undefined;
  const [said, copy] = useClipboard();
  const isAtVendor = isRemote(product);
  const isLocal = environment.value?.kind === 'embedded';
  const hasCode = !!made || isAtVendor;
  const found = useNews(made?.id);
  const onClose = () => {
    // Once it is in use, the key is shown no more.
    if (found) setMade(undefined);
    props.onClose();
  };

  const code = (key: string) => codeFor(product, location.origin, key);
  const { busy, problem, submit } = useSubmit(async () => {
    const expiresAt = hoursFrom(live.now(), LASTS);
    const scopes = scopesFor(product);
    const { id, key } = await rekindle.connections.create({ name, scopes, expiresAt });
    setMade({ id, key: key ?? '' });
    await live.refresh(connections);
    await copy(code(key ?? ''));
  });
  useEffect(() => {
    if (!props.isHurried.current) return;
    props.isHurried.current = false;
    void (made ? copy(code(made.key)) : submit());
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, however often it is drawn
  }, []);
  return (
    <Notice
      title={words.connect(name)}
      keep
      close={found ? words.done : t().common.close}
      onClose={onClose}
      actions={
        <Button
          look="primary"
          icon={Copy}
          disabled={busy}
          onClick={() => void (hasCode ? copy(code(made?.key ?? '')) : submit())}
        >
          {hasCode ? t().context.copy : words.start}
        </Button>
      }
    >
      {isAtVendor && isLocal && <p class="banner">{words.notFromHere(name)}</p>}
      <ol class="steps">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {/* In the order of the tab key, since it scrolls. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre class="code" tabIndex={0} aria-label={words.code}>
        {code(made?.key ?? NO_KEY)}
      </pre>
      {!isAtVendor && <p class="muted small">{made ? words.keyOnce : words.keyHint}</p>}
      <Problem text={problem} />
      <p role="status">{said}</p>
      {hasCode && (found || !(isAtVendor && isLocal)) && (
        <p class={`row tight ${found ? 'banner good' : 'muted'}`} role="status">
          {found && <Check size={18} />} {found ? words.heard(found.name) : words.waiting}
        </p>
      )}
    </Notice>
  );
}

/** The connection with this id once it is used; without one, whatever has connected meanwhile. */
function useNews(id: string | undefined): Connection | undefined {
  const { data } = useTopic(connections);
  const known = useRef<string[]>();
  known.current ??= data?.map((one) => one.id);
  const found = data?.find((one) =>
    id ? one.id === id && one.lastUsedAt : one.kind === 'oauth' && !known.current?.includes(one.id),
  );
  const isOver = !!found;
  useEffect(() => {
    if (isOver) return;
    // A call that only reads changes nothing that the page follows.
    const timer = window.setInterval(() => {
      if (!document.hidden) void live.refresh(connections);
    }, EVERY);
    return () => window.clearInterval(timer);
  }, [isOver]);
  return found;
}

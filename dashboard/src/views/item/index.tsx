/** The panel at the side: one item, why it is known, what becomes of it, and what to do about it. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react/dialog';
import { X } from 'lucide-preact';
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { useTopic } from '../../live/rekindle';
import { profile } from '../../live/topics';
import { itemsOf } from '../../logic/items';
import { t } from '../../strings';
import { itemLabel, itemText } from '../../ui/facts';
import { Skeleton } from '../../ui/parts';
import { go, withParams } from '../../ui/router';
import { isNarrow } from '../../ui/hooks';
import { Doing } from './doing';
import { Certainty, Future, LastChange, Origin } from './standing';
import { Why } from './why';

const rowOf = (address: string) => document.querySelector(`[data-item="${CSS.escape(address)}"]`);

/** What had the focus when the panel opened, or stands for it now, gets it back. */
function returnFocus(opener: Element | null, address: string): void {
  const known = opener?.isConnected && opener !== document.body ? opener : rowOf(address);
  const place = known ?? document.getElementById('main');
  if (place instanceof HTMLElement) place.focus();
}

export function ItemPanel({ address }: { address: string }) {
  const words = t().item;
  const { data } = useTopic(profile);
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef(document.activeElement);
  const last = useRef(address);
  const narrow = isNarrow.value;
  const item = data && itemsOf(data).find((it) => it.address === address);
  const isKnown = item !== undefined;
  useEffect(() => {
    last.current = address;
    // Another link that was followed while the panel was open has the focus now.
    const focused = document.activeElement;
    if (!focused?.closest('.panel')) opener.current = focused;
  }, [address]);
  useEffect(() => heading.current?.focus(), [address, isKnown]);
  useEffect(() => {
    // The panel makes the list narrower, and its rows taller.
    if (!narrow) rowOf(address)?.scrollIntoView({ block: 'nearest' });
  }, [address, narrow]);
  useEffect(() => () => setTimeout(() => returnFocus(opener.current, last.current)), []);

  const close = () => go(withParams({ item: '' }), { replace: true });
  return (
    <Dialog
      open
      modal={narrow}
      portal={narrow}
      backdrop={narrow ? <div class="backdrop" /> : false}
      hideOnInteractOutside={narrow}
      autoFocusOnHide={false}
      getPersistentElements={() => document.querySelectorAll('.toasts')}
      initialFocus={heading}
      onClose={close}
      className="panel stack"
    >
      <div class="row apart">
        <p class="muted small">{item ? itemLabel(item) : words.title}</p>
        <DialogDismiss className="button icon quiet" aria-label={t().common.close}>
          <X size={18} />
        </DialogDismiss>
        <DialogHeading ref={heading} tabIndex={-1} className="panel-title">
          {item ? itemText(item) : data ? words.gone : t().common.loading}
        </DialogHeading>
      </div>
      {!data && <Skeleton lines={5} />}
      {item && (
        <Fragment key={address}>
          <Certainty item={item} profile={data} />
          <Doing item={item} />
          <Why item={item} />
          <Future item={item} />
          <Origin item={item} />
        </Fragment>
      )}
      {data && <LastChange address={address} isGone={!item} />}
    </Dialog>
  );
}

/** Dialogs: a form, or a question before something that cannot be undone. */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react/dialog';
import { X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { t } from '../strings';
import { act } from './act';

export function Modal(props: {
  title: string;
  wide?: boolean;
  /** Whether a click beside it leaves it open. */
  keep?: boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  return (
    <Dialog
      open
      onClose={props.onClose}
      hideOnInteractOutside={!props.keep}
      backdrop={<div class="backdrop" />}
      className={`dialog ${props.wide ? 'wide' : ''}`}
    >
      <DialogHeading className="dialog-title">{props.title}</DialogHeading>
      {props.children}
      {/* Last, so that the focus starts in the content of the dialog. */}
      <DialogDismiss className="button icon quiet dialog-close" aria-label={t().common.close}>
        <X size={18} aria-hidden="true" />
      </DialogDismiss>
    </Dialog>
  );
}

/** A form in a dialog. It stays open, with everything typed, until saving succeeds. */
export function FormDialog(props: {
  title: string;
  hint?: string;
  wide?: boolean;
  submit?: string;
  danger?: boolean;
  disabled?: boolean;
  done?: string;
  /** Whether something follows in its place once it has succeeded. */
  goesOn?: boolean;
  onClose: () => void;
  onSubmit: () => Promise<unknown>;
  children?: ComponentChildren;
}) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    const went = await act(props.onSubmit, props.done, setProblem);
    setBusy(false);
    if (went && !props.goesOn) props.onClose();
  }
  return (
    <Modal title={props.title} wide={props.wide ?? false} onClose={props.onClose}>
      <form onSubmit={submit} class="dialog-form">
        {props.hint && <p class="muted">{props.hint}</p>}
        <div class="dialog-body">{props.children}</div>
        {problem && (
          <p class="banner failed dialog-problem" role="alert">
            {problem}
          </p>
        )}
        <footer class="dialog-foot">
          <button type="button" class="button" onClick={props.onClose}>
            {t().common.cancel}
          </button>
          <button
            type="submit"
            class={`button ${props.danger ? 'danger' : 'primary'}`}
            disabled={busy || props.disabled}
          >
            {busy ? t().common.saving : (props.submit ?? t().common.save)}
          </button>
        </footer>
      </form>
    </Modal>
  );
}

/** Dialogs: a form, or a question before something that cannot be undone. */
import { Dialog, DialogHeading } from '@ariakit/react/dialog';
import { X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

import { t } from '../strings';
import { act } from './act';

export function Modal(props: {
  title: string;
  wide?: boolean;
  /** Whether a click beside it leaves it open. */
  keep?: boolean;
  /** Asked before Esc, a click beside it, or its cross closes it. */
  mayClose?: (by?: 'key') => boolean;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const { mayClose = () => true } = props;
  return (
    <Dialog
      open
      onClose={props.onClose}
      hideOnEscape={() => mayClose('key')}
      hideOnInteractOutside={() => !props.keep && mayClose()}
      backdrop={<div class="backdrop" />}
      className={`dialog ${props.wide ? 'wide' : ''}`}
    >
      <DialogHeading className="dialog-title">{props.title}</DialogHeading>
      {props.children}
      {/* Last, so that the focus starts in the content of the dialog. */}
      <button
        type="button"
        class="button icon quiet dialog-close"
        aria-label={t().common.close}
        onClick={() => mayClose() && props.onClose()}
      >
        <X size={18} aria-hidden="true" />
      </button>
    </Dialog>
  );
}

/**
 * A form in a dialog. It stays open, with everything typed, until saving succeeds; what closes it
 * by accident, such as Esc or a click beside it, asks first once something has been typed.
 */
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
  const [leaving, setLeaving] = useState(false);
  const typed = useRef(false);
  const form = useRef<HTMLFormElement>(null);
  function mayClose(by?: 'key'): boolean {
    // What is typed to confirm a deletion is not worth keeping.
    if (!typed.current || props.danger) return true;
    if (leaving && by === 'key') stay();
    else setLeaving(true);
    return false;
  }
  function stay() {
    setLeaving(false);
    form.current?.querySelector<HTMLElement>('input, textarea, select')?.focus();
  }
  async function submit(event: Event) {
    event.preventDefault();
    setBusy(true);
    setProblem('');
    const went = await act(props.onSubmit, props.done, setProblem);
    setBusy(false);
    if (went && !props.goesOn) props.onClose();
  }
  return (
    <Modal
      title={props.title}
      wide={props.wide ?? false}
      mayClose={mayClose}
      onClose={props.onClose}
    >
      <form
        ref={form}
        onSubmit={submit}
        onInput={() => {
          typed.current = true;
          setLeaving(false);
        }}
        class="dialog-form"
      >
        {props.hint && <p class="muted">{props.hint}</p>}
        <div class="dialog-body">{props.children}</div>
        {problem && (
          <p class="banner failed dialog-problem" role="alert">
            {problem}
          </p>
        )}
        {leaving ? (
          // Keyed, so that no button turns into that of the form while it is pressed.
          <footer key="question" class="dialog-foot" role="alert">
            <p class="dialog-question">{t().common.unsaved}</p>
            <button type="button" class="button danger" onClick={props.onClose}>
              {t().common.discard}
            </button>
            <button type="button" class="button primary" ref={focused} onClick={stay}>
              {t().common.keepEditing}
            </button>
          </footer>
        ) : (
          <footer key="usual" class="dialog-foot">
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
        )}
      </form>
    </Modal>
  );
}

function focused(element: HTMLElement | null): void {
  element?.focus();
}

/** Dialogs: a form, or a question before something that cannot be undone. */
import { Dialog, DialogHeading } from '@ariakit/react/dialog';
import { X } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

import { t } from '../strings';
import { useSubmit } from './act';
import { type FieldOf, Fields, isFilled, type Values } from './fields';
import { Button, Problem } from './parts';

function Modal(props: {
  title: string;
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
      className="dialog stack"
    >
      <DialogHeading className="dialog-title">{props.title}</DialogHeading>
      {props.children}
      {/* Last, so that the focus starts in the content of the dialog. */}
      <Button
        look="dialog-close"
        icon={X}
        label={t().common.close}
        onClick={() => mayClose() && props.onClose()}
      />
    </Dialog>
  );
}

interface Form {
  title: string;
  hint?: string;
  submit?: string;
  danger?: boolean;
  disabled?: boolean;
  done?: string;
  /** Whether something follows in its place once it has succeeded. */
  goesOn?: boolean;
  /** The fields, which may depend on what is in them, and what they hold at first. */
  fields?: (values: Values) => readonly FieldOf[];
  from?: Values;
  /** Whether there is something to save, once all that must be filled is. */
  isReady?: (values: Values) => boolean;
  onClose: () => void;
  onSubmit: (values: Values) => Promise<unknown>;
  children?: ComponentChildren;
}

/**
 * A form in a dialog. It stays open, with everything typed, until saving succeeds; what closes it
 * by accident, such as Esc or a click beside it, asks first once something has been typed.
 */
export function FormDialog(props: Form) {
  const [values, setValues] = useState(props.from ?? {});
  const fields = props.fields?.(values) ?? [];
  const isReady = isFilled(fields, values) && (props.isReady?.(values) ?? true);
  const { busy, problem, submit } = useSubmit(
    () => props.onSubmit(values),
    props.done,
    () => {
      if (!props.goesOn) props.onClose();
    },
  );
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
  return (
    <Modal title={props.title} mayClose={mayClose} onClose={props.onClose}>
      <form
        ref={form}
        onSubmit={submit}
        onInput={() => {
          typed.current = true;
          setLeaving(false);
        }}
        class="stack"
      >
        {props.hint && <p class="muted">{props.hint}</p>}
        <Fields of={fields} values={values} onValues={setValues} />
        {props.children}
        <Problem text={problem} />
        {leaving ? (
          // Keyed, so that no button turns into that of the form while it is pressed.
          <footer key="question" class="dialog-foot row" role="alert">
            <p>{t().common.unsaved}</p>
            <Button look="danger" onClick={props.onClose}>
              {t().common.discard}
            </Button>
            <button type="button" class="button primary" ref={focused} onClick={stay}>
              {t().common.keepEditing}
            </button>
          </footer>
        ) : (
          <footer key="usual" class="dialog-foot row">
            <Button onClick={props.onClose}>{t().common.cancel}</Button>
            <Button
              look={props.danger ? 'danger' : 'primary'}
              type="submit"
              disabled={busy || props.disabled || !isReady}
            >
              {busy ? t().common.saving : (props.submit ?? t().common.save)}
            </Button>
          </footer>
        )}
      </form>
    </Modal>
  );
}

function focused(element: HTMLElement | null): void {
  element?.focus();
}

type Opener = Parameters<typeof Button>[0];

/** A button that opens a dialog. */
export function Opens(props: {
  button: Opener;
  children: (close: () => void) => ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...props.button} onClick={() => setOpen(true)} />
      {isOpen && props.children(() => setOpen(false))}
    </>
  );
}

/** A button that asks in a dialog before it does something. */
export const Asks = ({ button, ...form }: Omit<Form, 'onClose'> & { button: Opener }) => (
  <Opens button={button}>{(close) => <FormDialog {...form} onClose={close} />}</Opens>
);

/** What a dialog that has no form says, and its buttons beside the one that closes it. */
export function Notice(props: {
  title: string;
  close?: string;
  /** Whether a click beside it leaves it open. */
  keep?: boolean;
  actions?: ComponentChildren;
  onClose: () => void;
  children: ComponentChildren;
}) {
  return (
    <Modal title={props.title} keep={!!props.keep} onClose={props.onClose}>
      {props.children}
      <footer class="dialog-foot row">
        <Button onClick={props.onClose}>{props.close ?? t().common.close}</Button>
        {props.actions}
      </footer>
    </Modal>
  );
}

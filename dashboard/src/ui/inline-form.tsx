/** A form in place of what it changes. What is typed stays until it is saved or discarded. */
import { useLayoutEffect, useRef } from 'preact/hooks';

import { t } from '../strings';
import { useSubmit } from './act';
import { type FieldOf, Fields, type Values } from './fields';
import { Button, Problem } from './parts';

export function InlineForm(props: {
  fields: readonly FieldOf[];
  hint?: string;
  draft: Values;
  onDraft: (draft: Values) => void;
  isReady: boolean;
  done: string;
  onSubmit: () => Promise<unknown>;
  /** After saving, or once it was given up. */
  onEnd: () => void;
}) {
  const { busy, problem, submit } = useSubmit(props.onSubmit, props.done, props.onEnd);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  }, []);
  return (
    <form ref={form} class="stack" onSubmit={submit}>
      <Fields of={props.fields} values={props.draft} onValues={props.onDraft} />
      {props.hint && <p class="small muted">{props.hint}</p>}
      <Problem text={problem} />
      <div class="row">
        <Button type="submit" look="primary" disabled={busy || !props.isReady}>
          {busy ? t().common.saving : t().common.save}
        </Button>
        <Button onClick={props.onEnd}>{t().common.cancel}</Button>
      </div>
    </form>
  );
}

/** Fields to fill in, and the fields of a form, drawn from what they hold as text. */
import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

import { t } from '../strings';
import { useSubmit } from './act';
import { percent } from './format';
import { useId } from './hooks';
import { Button, Problem } from './parts';

export interface FieldOf {
  name: string;
  label: string;
  hint?: string;
  /** The most characters. */
  most?: number;
  /** Lines to write in; one if left out. */
  rows?: number;
  /** What there is to choose from, in place of a text. */
  options?: readonly (readonly [value: string, label: string])[];
  type?: 'text' | 'share' | 'date' | 'datetime-local';
  required?: boolean;
}
export type Values = Readonly<Record<string, string>>;

/** Whether all that must be filled is. */
export const isFilled = (fields: readonly FieldOf[], values: Values) =>
  fields.every(({ name, required }) => !required || values[name]?.trim());

export function Fields(props: {
  of: readonly FieldOf[];
  values: Values;
  onValues: (values: Values) => void;
}) {
  return (
    <>
      {props.of.map(({ name, options, type = 'text', most = 200, ...rest }) => {
        const value = props.values[name] ?? '';
        const onValue = (next: string) => props.onValues({ ...props.values, [name]: next });
        const field = { ...rest, value, onValue };
        if (options) return <SelectField key={name} {...field} options={options} />;
        if (type === 'share') return <ShareField key={name} {...field} />;
        return <TextField key={name} {...field} type={type} maxLength={most} />;
      })}
    </>
  );
}

/** A share from 5 % to 100 %, as a slider. */
function ShareField(props: { label: string; value: string; onValue: (value: string) => void }) {
  const shown = percent(Number(props.value));
  return (
    <Field label={props.label}>
      {({ id }) => (
        <div class="row">
          <input
            id={id}
            type="range"
            min="0.05"
            max="1"
            step="0.05"
            value={props.value}
            aria-valuetext={shown}
            onInput={(event) => props.onValue(event.currentTarget.value)}
          />
          <output for={id}>{shown}</output>
        </div>
      )}
    </Field>
  );
}

export function Field(props: {
  label: string;
  hint?: string | undefined;
  class?: string;
  children: (ids: { id: string; describedBy: string | undefined }) => ComponentChildren;
}) {
  const id = useId();
  const describedBy = props.hint ? `${id}-hint` : undefined;
  return (
    <div class={`field ${props.class ?? ''}`}>
      <label for={id}>{props.label}</label>
      {props.children({ id, describedBy })}
      {props.hint && (
        <p class="hint" id={describedBy}>
          {props.hint}
        </p>
      )}
    </div>
  );
}

export function TextField(
  props: {
    label: string;
    hint?: string;
    value: string;
    onValue: (value: string) => void;
    class?: string;
    rows?: number;
  } & Omit<InputHTMLAttributes, 'label' | 'value' | 'class'>,
) {
  const { label, hint, value, onValue, rows, class: name, ...rest } = props;
  const Box = (rows ? 'textarea' : 'input') as 'input';
  return (
    <Field label={label} hint={hint} class={name ?? ''}>
      {({ id, describedBy }) => (
        <Box
          {...rest}
          {...(rows ? { rows, type: undefined } : {})}
          id={id}
          aria-describedby={describedBy}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

export function SelectField<V extends string>(props: {
  label: string;
  hint?: string;
  value: V;
  options: readonly (readonly [V, string])[];
  onValue: (value: V) => void;
}) {
  return (
    <Field label={props.label} hint={props.hint}>
      {({ id, describedBy }) => (
        <select
          id={id}
          aria-describedby={describedBy}
          value={props.value}
          onChange={(event) => props.onValue(event.currentTarget.value as V)}
        >
          {props.options.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Something to tick. */
export const Tick = (props: {
  label: string;
  hint?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}) => (
  <Field class="inline" label={props.label} hint={props.hint}>
    {({ id, describedBy }) => (
      <input
        id={id}
        class="tick"
        type="checkbox"
        aria-describedby={describedBy}
        checked={props.on}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
    )}
  </Field>
);

/** A form in place of what it changes. What is typed stays until it is saved or discarded. */
export function InlineForm(props: {
  fields: readonly FieldOf[];
  hint?: string;
  draft: Values;
  onDraft: (draft: Values) => void;
  /** Whether there is something to save, once all that must be filled is. */
  isReady?: boolean;
  done: string;
  onSubmit: () => Promise<unknown>;
  /** After saving, or once it was given up. */
  onEnd: () => void;
}) {
  const { busy, problem, submit } = useSubmit(props.onSubmit, props.done, props.onEnd);
  const isReady = isFilled(props.fields, props.draft) && (props.isReady ?? true);
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
        <Button type="submit" look="primary" disabled={busy || !isReady}>
          {busy ? t().common.saving : t().common.save}
        </Button>
        <Button onClick={props.onEnd}>{t().common.cancel}</Button>
      </div>
    </form>
  );
}

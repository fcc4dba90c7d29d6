/** The fields of a form, drawn from what they hold. What is typed is kept as text. */
import { percent } from './format';
import { Field, SelectField, TextField } from './parts';

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
        <div class="range row">
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

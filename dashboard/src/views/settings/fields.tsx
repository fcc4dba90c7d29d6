/** One setting: a switch, a choice, or a number. Each is saved as soon as it is changed. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Settings as AllSettings } from 'rekindle-client';

import { live, rekindle } from '../../live/rekindle';
import { settings } from '../../live/topics';
import type { DecayRule } from '../../logic/decay';
import { t } from '../../strings';
import { act } from '../../ui/act';
import { number } from '../../ui/format';
import { Field, SelectField, Tick } from '../../ui/fields';
import { Problem } from '../../ui/parts';

type Keys<V> = {
  [K in keyof AllSettings]-?: Required<AllSettings>[K] extends V ? K : never;
}[keyof AllSettings];

/** Who set a value. Not every server says so. */
type Sources = Record<string, keyof ReturnType<typeof t>['settings']['sources'] | 'default'>;

/** Saves, then shows the server's value in any case; returns whether saving succeeded. */
async function save(patch: Partial<AllSettings>): Promise<boolean> {
  const went = await act(() => rekindle.account.set(patch), t().settings.saved);
  await live.refresh(settings);
  return went;
}

/** What a setting is called, and what stands below it: what it does, and who changed its value. */
function wordsOf(name: string, data: AllSettings): { label: string; hint: string } {
  const [label, does] = t().settings.fields[name] ?? [name, ''];
  const source = (data as { sources?: Sources }).sources?.[name];
  const by = !source || source === 'default' ? '' : t().settings.sources[source];
  return { label, hint: `${does} ${by}`.trim() };
}

export const Turn = ({ name, data }: { name: Keys<boolean>; data: AllSettings }) => (
  <Tick {...wordsOf(name, data)} on={data[name]} onChange={(on) => void save({ [name]: on })} />
);

export const Approval = ({ data }: { data: AllSettings }) => (
  <Tick
    {...wordsOf('approval', data)}
    on={data.approval === 'everything'}
    onChange={(on) => void save({ approval: on ? 'everything' : 'automatic' })}
  />
);

export function Rule({ name, data }: { name: Keys<DecayRule>; data: AllSettings }) {
  return (
    <SelectField<DecayRule>
      {...wordsOf(name, data)}
      value={data[name]}
      options={Object.entries(t().settings.rules) as [DecayRule, string][]}
      onValue={(rule) => void save({ [name]: rule })}
    />
  );
}

/** A whole number within bounds. What is typed stays until it is right, or Escape brings back the old. */
export function Amount(props: {
  name: Keys<number | null>;
  data: AllSettings;
  from: number;
  to: number;
  optional?: boolean;
}) {
  const { name, data, from, to, optional } = props;
  const words = t().settings;
  const { label, hint } = wordsOf(name, data);
  const stored = data[name] ?? null;
  const [text, setText] = useState(String(stored ?? ''));
  const [isWrong, setWrong] = useState(false);
  // The value sent last, so that Enter and then leaving the field send it only once.
  const sent = useRef(stored);
  const reset = () => {
    sent.current = stored;
    setText(String(stored ?? ''));
    setWrong(false);
  };

  // Only another's change takes the place of what is typed, not the answer to one's own, which comes
  // late. A layout effect: one after painting could discard what was already typed.
  useLayoutEffect(() => {
    if (stored !== sent.current) reset();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `reset` is another at each render
  }, [stored]);
  async function commit() {
    const typed = text.trim();
    const value = typed === '' ? null : /^\d+$/.test(typed) ? Number(typed) : NaN;
    const fits = value === null ? !!optional : value >= from && value <= to;
    setWrong(!fits);
    if (!fits || value === sent.current) return;
    sent.current = value;
    if (!(await save({ [name]: value }))) reset();
  }
  const bounds = [number(from), number(to)] as const;
  const problem = optional ? words.wrongOrEmpty : words.wrong;
  return (
    <Field class="inline" label={label} hint={`${hint} ${words.range(...bounds)}`.trim()}>
      {({ id, describedBy }) => (
        <>
          <input
            id={id}
            inputMode="numeric"
            autoComplete="off"
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            placeholder={optional ? words.forever : ''}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
            onBlur={() => void commit()}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void commit();
              if (event.key === 'Escape') reset();
            }}
          />
          <Problem text={isWrong ? problem(...bounds) : ''} />
        </>
      )}
    </Field>
  );
}

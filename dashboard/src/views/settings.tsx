/** Settings: each is saved as soon as it is changed. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Settings as AllSettings } from 'rekindle-client';

import { live, rekindle } from '../live/rekindle';
import { settings } from '../live/topics';
import type { DecayRule } from '../logic/decay';
import { chooseLanguage, LANGUAGES, languageInUse, t, type Language } from '../strings';
import { act } from '../ui/act';
import { number } from '../ui/format';
import { Field, Page, Section, SelectField, Show, Switch } from '../ui/parts';
import { theme, THEMES, type Theme } from '../ui/theme';

type Keys<V> = {
  [K in keyof AllSettings]-?: Required<AllSettings>[K] extends V ? K : never;
}[keyof AllSettings];

export function Settings() {
  const words = t().settings;
  return (
    <Page title={words.title} lead={words.lead}>
      <Show of={settings} lines={8}>
        {(data) => (
          <div class="settings">
            <Section title={words.learning}>
              <div class="card setting-list">
                <Turn name="learningEnabled" data={data} />
                <Amount name="userMemoryAnalysisInterval" data={data} from={0} to={100} />
              </div>
            </Section>
            <Section title={words.told}>
              <div class="card setting-list">
                <Turn name="injectProfile" data={data} />
                <Turn name="memoryEnabled" data={data} />
                <Turn name="userProfileEnabled" data={data} />
              </div>
            </Section>
            <Section title={words.limits}>
              <div class="card setting-list">
                <Amount name="memoryCharLimit" data={data} from={0} to={20_000} />
                <Amount name="userCharLimit" data={data} from={0} to={20_000} />
                <Amount name="retentionDays" data={data} from={1} to={36_500} optional />
                <Amount name="userProfileMaxPreferences" data={data} from={1} to={100} />
                <Amount name="userProfileMaxPatterns" data={data} from={1} to={100} />
                <Amount name="userProfileMaxWorkflows" data={data} from={1} to={100} />
                <Amount name="userProfileChangelogRetentionCount" data={data} from={1} to={50} />
              </div>
            </Section>
            <Section title={words.fading}>
              <div class="card setting-list">
                <Rule name="preferenceDecay" data={data} />
                <Rule name="aboutDecay" data={data} />
                <Amount name="userProfileConfidenceDecayDays" data={data} from={1} to={3650} />
              </div>
            </Section>
          </div>
        )}
      </Show>
      <Section title={words.appearance}>
        <div class="card setting-list">
          <SelectField<Theme>
            label={words.theme}
            value={theme.value}
            options={THEMES.map((name) => [name, words.themes[name]] as const)}
            onValue={(name) => {
              theme.value = name;
            }}
          />
          <SelectField<Language>
            label={words.languageLabel}
            value={languageInUse()}
            options={(Object.keys(LANGUAGES) as Language[]).map(
              (name) => [name, LANGUAGES[name].name] as const,
            )}
            onValue={(name) => void chooseLanguage(name)}
          />
        </div>
      </Section>
    </Page>
  );
}

/** Saves, then shows the server's value in any case; returns whether saving succeeded. */
async function save(patch: Partial<AllSettings>): Promise<boolean> {
  const went = await act(() => rekindle.account.set(patch), t().settings.saved);
  await live.refresh(settings);
  return went;
}

const wordsOf = (name: string): [string, string] => t().settings.fields[name] ?? [name, ''];

function Turn({ name, data }: { name: Keys<boolean>; data: AllSettings }) {
  const [label, hint] = wordsOf(name);
  return (
    <Switch
      label={label}
      hint={hint}
      on={data[name]}
      onChange={(on) => void save({ [name]: on })}
    />
  );
}

function Rule({ name, data }: { name: Keys<DecayRule>; data: AllSettings }) {
  const [label, hint] = wordsOf(name);
  const rules = t().settings.rules;
  return (
    <SelectField<DecayRule>
      label={label}
      hint={hint}
      value={data[name]}
      options={[
        ['stepped', rules.stepped],
        ['halfLife', rules.halfLife],
        ['none', rules.none],
      ]}
      onValue={(rule) => void save({ [name]: rule })}
    />
  );
}

function Amount(props: {
  name: Keys<number | null>;
  data: AllSettings;
  from: number;
  to: number;
  optional?: boolean;
}) {
  const { name, data, from, to, optional } = props;
  const [label, hint] = wordsOf(name);
  const stored = data[name] ?? null;
  const [text, setText] = useState(String(stored ?? ''));
  // The value sent last, so that Enter and then leaving the field send it only once.
  const sent = useRef(stored);
  const reset = () => {
    sent.current = stored;
    setText(String(stored ?? ''));
  };

  // A layout effect: one after painting could discard what was already typed.
  useLayoutEffect(reset, [stored]);
  async function commit() {
    const value = text.trim() === '' ? null : Number(text);
    if (value === sent.current) return;
    sent.current = value;
    if ((value === null && !optional) || !(await save({ [name]: value }))) reset();
  }
  const range = t().settings.range(number(from), number(to));
  return (
    <Field class="inline" label={label} hint={`${hint} ${range}`.trim()}>
      {({ id, describedBy }) => (
        <input
          id={id}
          type="number"
          inputMode="numeric"
          aria-describedby={describedBy}
          min={from}
          max={to}
          placeholder={optional ? t().settings.forever : ''}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={() => void commit()}
          onKeyDown={(event) => {
            if (event.key === 'Enter') void commit();
          }}
        />
      )}
    </Field>
  );
}

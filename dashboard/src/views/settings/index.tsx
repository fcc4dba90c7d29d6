/** Settings, and all data at once. Each section has an anchor in the address. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

import { settings } from '../../live/topics';
import { namesOf } from '../../logic/choices';
import { chooseLanguage, LANGUAGES, languageInUse, t, type Language } from '../../strings';
import { SelectField } from '../../ui/fields';
import { Page, Section, Show } from '../../ui/parts';
import { theme, THEMES, type Theme } from '../../ui/theme';
import { Amount, Approval, Rule, Turn } from './fields';
import { Erase, Export } from './data';
import { Import } from './import';

const SECTIONS = ['learning', 'told', 'limits', 'fading', 'appearance', 'data'] as const;

const TOLD = ['injectProfile', 'memoryEnabled', 'userProfileEnabled'] as const;
const LIMITS = [
  { name: 'memoryCharLimit', from: 0, to: 20_000 },
  { name: 'userCharLimit', from: 0, to: 20_000 },
  { name: 'retentionDays', from: 1, to: 36_500, optional: true },
  { name: 'userProfileMaxPreferences', from: 1, to: 100 },
  { name: 'userProfileMaxPatterns', from: 1, to: 100 },
  { name: 'userProfileMaxWorkflows', from: 1, to: 100 },
  { name: 'userProfileChangelogRetentionCount', from: 1, to: 50 },
] as const;

const Part = (props: { name: (typeof SECTIONS)[number]; children: ComponentChildren }) => (
  <Section id={props.name} title={t().settings[props.name]}>
    <div class="card stack">{props.children}</div>
  </Section>
);

export function Settings() {
  const words = t().settings;
  const languages = Object.entries(LANGUAGES).map(([name, { name: own }]) => [name, own] as const);
  return (
    <Page title={words.title} lead={words.lead}>
      <nav class="row" aria-label={words.sections}>
        {SECTIONS.map((name) => (
          <a key={name} href={`#${name}`}>
            {words[name]}
          </a>
        ))}
      </nav>
      <Show of={settings} lines={8}>
        {(data) => (
          <div class="columns settings">
            <Part name="learning">
              <Turn name="learningEnabled" data={data} />
              <Approval data={data} />
              <Amount name="userMemoryAnalysisInterval" data={data} from={0} to={100} />
            </Part>
            <Part name="told">
              {TOLD.map((name) => (
                <Turn key={name} name={name} data={data} />
              ))}
            </Part>
            <Part name="limits">
              {LIMITS.map((limit) => (
                <Amount key={limit.name} data={data} {...limit} />
              ))}
            </Part>
            <Part name="fading">
              <Rule name="preferenceDecay" data={data} />
              <Rule name="aboutDecay" data={data} />
              <Amount name="userProfileConfidenceDecayDays" data={data} from={1} to={3650} />
            </Part>
            <Part name="appearance">
              <SelectField<Theme>
                label={words.theme}
                value={theme.value}
                options={namesOf(THEMES, words.themes)}
                onValue={(name) => {
                  theme.value = name;
                }}
              />
              <SelectField
                label={words.languageLabel}
                value={languageInUse()}
                options={languages as [Language, string][]}
                onValue={(name) => void chooseLanguage(name)}
              />
            </Part>
            <Section id="data" class="whole" title={words.data} lead={t().data.lead}>
              <Export />
              <Import />
              <Erase />
            </Section>
            <AtAnchor />
          </div>
        )}
      </Show>
    </Page>
  );
}

/** Scrolls to the section that the address names, which was not there when the page opened. */
function AtAnchor() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  return null;
}

/** Settings, and all data at once. Each section has an anchor in the address. */
import { useEffect } from 'preact/hooks';

import { settings } from '../../live/topics';
import { chooseLanguage, LANGUAGES, languageInUse, t, type Language } from '../../strings';
import { Page, Section, SelectField, Show } from '../../ui/parts';
import { theme, THEMES, type Theme } from '../../ui/theme';
import { Erase, Export } from './data';
import { Amount, Approval, Rule, Turn } from './fields';
import { Import } from './import';

const SECTIONS = ['learning', 'told', 'limits', 'fading', 'appearance', 'data'] as const;

export function Settings() {
  const words = t().settings;
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
            <Section id="learning" title={words.learning}>
              <div class="card stack">
                <Turn name="learningEnabled" data={data} />
                <Approval data={data} />
                <Amount name="userMemoryAnalysisInterval" data={data} from={0} to={100} />
              </div>
            </Section>
            <Section id="told" title={words.told}>
              <div class="card stack">
                <Turn name="injectProfile" data={data} />
                <Turn name="memoryEnabled" data={data} />
                <Turn name="userProfileEnabled" data={data} />
              </div>
            </Section>
            <Section id="limits" title={words.limits}>
              <div class="card stack">
                <Amount name="memoryCharLimit" data={data} from={0} to={20_000} />
                <Amount name="userCharLimit" data={data} from={0} to={20_000} />
                <Amount name="retentionDays" data={data} from={1} to={36_500} optional />
                <Amount name="userProfileMaxPreferences" data={data} from={1} to={100} />
                <Amount name="userProfileMaxPatterns" data={data} from={1} to={100} />
                <Amount name="userProfileMaxWorkflows" data={data} from={1} to={100} />
                <Amount name="userProfileChangelogRetentionCount" data={data} from={1} to={50} />
              </div>
            </Section>
            <Section id="fading" title={words.fading}>
              <div class="card stack">
                <Rule name="preferenceDecay" data={data} />
                <Rule name="aboutDecay" data={data} />
                <Amount name="userProfileConfidenceDecayDays" data={data} from={1} to={3650} />
              </div>
            </Section>
            <Section id="appearance" title={words.appearance}>
              <Appearance />
            </Section>
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

function Appearance() {
  const words = t().settings;
  return (
    <div class="card stack">
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
  );
}

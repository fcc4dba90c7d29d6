/** The language in use. A new one is a file beside en.ts and a line in LANGUAGES. */
import { signal } from '@preact/signals';

import type { Strings } from './en';

export type { Strings } from './en';

export const LANGUAGES = {
  en: { name: 'English', load: async () => (await import('./en')).en },
  de: { name: 'Deutsch', load: async () => (await import('./de')).de },
  es: { name: 'Español', load: async () => (await import('./es')).es },
  fr: { name: 'Français', load: async () => (await import('./fr')).fr },
  ja: { name: '日本語', load: async () => (await import('./ja')).ja },
} as const satisfies Record<string, { name: string; load: () => Promise<Strings> }>;

export type Language = keyof typeof LANGUAGES;

const KEY = 'rekindle.language';
/** Set before anything is drawn. */
const current = signal<Strings>();

/** The strings, as they stand; a component that calls this is drawn again with the language. */
export const t = (): Strings => current.value as Strings;

export function languageInUse(): Language {
  const tag = current.value?.locale;
  return isLanguage(tag) ? tag : 'en';
}

/** The language that was chosen here, or the first of the browser's that there is. */
export async function loadLanguage(): Promise<void> {
  const wanted = [
    localStorage.getItem(KEY),
    ...navigator.languages.map((tag) => tag.split('-')[0]),
  ];
  const language = wanted.find(isLanguage) ?? 'en';
  await speak(language);
}

export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(KEY, language);
  await speak(language);
}

async function speak(language: Language): Promise<void> {
  current.value = await LANGUAGES[language].load();
  document.documentElement.lang = language;
}

function isLanguage(tag: string | null | undefined): tag is Language {
  return tag !== null && tag !== undefined && tag in LANGUAGES;
}

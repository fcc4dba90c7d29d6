/** Light, dark, or as the system prefers. */
import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'rekindle.theme';
const remembered = localStorage.getItem(KEY);

export const theme = signal<Theme>(THEMES.find((name) => name === remembered) ?? 'system');
/** Increases when colors change, for components that draw them themselves. */
export const colours = signal(0);

theme.subscribe((chosen) => {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  localStorage.setItem(KEY, chosen);
  colours.value = colours.peek() + 1;
});

window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  colours.value += 1;
});

/** Light, dark, or as the system prefers. */
import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'rekindle.theme';
const remembered = localStorage.getItem(KEY);

export const theme = signal<Theme>(THEMES.find((name) => name === remembered) ?? 'system');

theme.subscribe((chosen) => {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
  localStorage.setItem(KEY, chosen);
});

/** The names and values of facts, in words. */
import { inWords } from '../logic/about';
import { t } from '../strings';

export const factLabel = (path: string): string => t().facts[path] ?? path.replace(/^custom\./, '');

export function factValue(path: string, value: unknown): string {
  const text = inWords(value);
  if (path === 'codePreferences.tone') return t().tones[text] ?? text;
  if (path === 'codePreferences.detailLevel') return t().details[text] ?? text;
  return text;
}

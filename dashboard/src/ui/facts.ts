/** Items of the profile in the user's language. */
import { inWords } from '../logic/about';
import { isWaiting, type Outcome } from '../logic/decisions';
import { OVERALL, type Item } from '../logic/items';
import { t } from '../strings';

export function factLabel(path: string): string {
  return t().facts[path] ?? path.replace(/^custom\.(.)/, (_, first: string) => first.toUpperCase());
}

export function factValue(path: string, value: unknown): string {
  const text = inWords(value);
  if (path === 'codePreferences.tone') return t().tones[text] ?? text;
  if (path === 'codePreferences.detailLevel') return t().details[text] ?? text;
  return text;
}

export const skillName = ({ id, text }: Item): string =>
  id === OVERALL ? t().items.overall : text;

/** What an item says. */
export function itemText(item: Item): string {
  if (item.kind === 'skill') {
    return t().items.skill(skillName(item), t().levels[item.level]);
  }
  return item.kind === 'fact' ? factValue(item.id, item.text) : item.text;
}

/** What an item is about, in a word or two. */
export function itemLabel(item: Item): string {
  if (item.kind === 'fact') return factLabel(item.id);
  if (item.kind === 'preference') return t().types[item.preference.type];
  return t().items.kinds[item.kind];
}

/** What became of a decision, in a word. */
export const outcomeOf = (decision: Outcome): string =>
  isWaiting(decision) ? t().learning.states.queued : t().learning.outcomes[decision.outcome];

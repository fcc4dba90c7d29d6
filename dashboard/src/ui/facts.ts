/** Items of the profile in the user's language. */
import type { Item } from '../logic/items';
import { OVERALL } from '../logic/items';
import { t } from '../strings';

export function factLabel(path: string): string {
  return t().facts[path] ?? path.replace(/^custom\./, '');
}

/** What an item says. */
export function itemText(item: Item): string {
  if (item.kind === 'skill') {
    return t().items.skill(
      item.id === OVERALL ? t().items.overall : item.text,
      t().levels[item.level],
    );
  }
  if (item.id === 'codePreferences.tone') return t().tones[item.text] ?? item.text;
  if (item.id === 'codePreferences.detailLevel') return t().details[item.text] ?? item.text;
  return item.text;
}

/** What an item is about, in a word or two. */
export function itemLabel(item: Item): string {
  if (item.kind === 'fact') return factLabel(item.id);
  if (item.kind === 'preference') return t().types[item.preference.type];
  return t().items.kinds[item.kind];
}

/** What the palette can find in a profile. Pure. */
import type { Profile } from 'rekindle-client';

import { inWords, leavesOf } from './about';

/** Something known: its address in the side panel, its words, and the path if it is a fact. */
export interface Known {
  item: string;
  label: string;
  path: string;
}

export function itemsOf(profile: Profile): Known[] {
  const described = (kind: string, items: readonly { id: string; description: string }[]) =>
    items.map(({ id, description }) => ({ item: `${kind}:${id}`, label: description, path: '' }));
  return [
    ...leavesOf(profile.about)
      .map(([path, value]) => ({ item: `fact:${path}`, label: inWords(value), path }))
      .filter(({ label }) => label),
    ...described('preference', profile.preferences),
    ...described('pattern', profile.patterns),
    ...described('workflow', profile.workflows),
    ...Object.keys(profile.skillLevel.domains).map((name) => ({
      item: `skill:${name}`,
      label: name,
      path: '',
    })),
  ];
}

/** Whether a text has each of the words, whatever their case and accents. */
export function fits(text: string, sought: string): boolean {
  const plain = folded(text);
  return folded(sought)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

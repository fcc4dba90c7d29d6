/** Small hooks. */
import { effect, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';

import { identity } from '../auth/session';

const WAIT = 200;

/** A value once it has stopped changing, so that not every key press sends a request. */
export function useDelayed<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), WAIT);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}

const narrow = window.matchMedia('(max-width: 1100px)');
/** Whether there is no room for a panel at the side, by the same limit as in views.css. */
export const isNarrow = signal(narrow.matches);
narrow.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});

let given = 0;

/** An id that is unique in the page. Preact's ids repeat in portals. */
export function useId(): string {
  const [id] = useState(() => `id-${(given += 1)}`);
  return id;
}

/** What was typed and not saved. It outlives the panel, until the user signs out. */
const drafts = new Map<string, unknown>();
effect(() => {
  if (!identity.value) drafts.clear();
});

/**
 * The draft under a key; undefined if there is none.
 *
 * @returns the draft, and what sets it; undefined discards it.
 */
export function useDraft<T>(key: string): [T | undefined, (draft: T | undefined) => void] {
  const [draft, setDraft] = useState(drafts.get(key) as T | undefined);
  return [
    draft,
    (next) => {
      if (next === undefined) drafts.delete(key);
      else drafts.set(key, next);
      setDraft(next);
    },
  ];
}

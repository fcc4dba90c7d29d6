/** What was typed and not saved. It outlives the panel, until the user signs out. */
import { effect } from '@preact/signals';
import { useState } from 'preact/hooks';

import { identity } from '../auth/session';

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

import { useState } from 'preact/hooks';

let given = 0;

/** An id of its own in the whole page. Preact's repeats itself in what is shown in a portal. */
export function useId(): string {
  const [id] = useState(() => `id-${(given += 1)}`);
  return id;
}

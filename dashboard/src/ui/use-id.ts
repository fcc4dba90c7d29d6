import { useState } from 'preact/hooks';

let given = 0;

/** An id that is unique in the page. Preact's ids repeat in portals. */
export function useId(): string {
  const [id] = useState(() => `id-${(given += 1)}`);
  return id;
}

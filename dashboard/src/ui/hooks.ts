/** Small hooks. */
import { useEffect, useState } from 'preact/hooks';

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

const narrow = window.matchMedia('(max-width: 860px)');

/** Whether the screen is as narrow as a phone's, by the same limit as in frame.css. */
export function useNarrow(): boolean {
  const [matches, setMatches] = useState(narrow.matches);
  useEffect(() => {
    const changed = () => setMatches(narrow.matches);
    narrow.addEventListener('change', changed);
    return () => narrow.removeEventListener('change', changed);
  }, []);
  return matches;
}

let given = 0;

/** An id that is unique in the page. Preact's ids repeat in portals. */
export function useId(): string {
  const [id] = useState(() => `id-${(given += 1)}`);
  return id;
}

import { useEffect, useState } from 'preact/hooks';

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

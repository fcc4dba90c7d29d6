/** What a message would have an assistant told: shown while it is typed, and recorded nowhere. */
import { useEffect, useState } from 'preact/hooks';
import type { ContextBlock } from 'rekindle-client';

import { rekindle } from '../../live/rekindle';
import { addressInContext } from '../../logic/items';
import { t } from '../../strings';
import { Link } from '../../ui/controls';

const SHORTEST = 3;
const WAIT = 250;
const NOTES = 3;

/** The context for a message; asked for once the typing pauses, and given up at the next key. */
export function useTold(message: string): ContextBlock | null {
  const [told, setTold] = useState<ContextBlock | null>(null);
  useEffect(() => {
    if (message.length < SHORTEST) {
      setTold(null);
      return;
    }
    const ended = new AbortController();
    const ask = () =>
      rekindle
        .context({ query: message, preview: true }, { signal: ended.signal })
        // It is only a glimpse: whatever is wrong with it, the preview says.
        .then(setTold, () => !ended.signal.aborted && setTold(null));
    const timer = window.setTimeout(() => void ask(), WAIT);
    return () => {
      window.clearTimeout(timer);
      ended.abort();
    };
  }, [message]);
  return told;
}

/** The addresses of the items in a context. */
export const addressesIn = (told: ContextBlock | null): string[] =>
  (told?.items ?? []).flatMap(({ section, id }) => addressInContext(section, id) ?? []);

export function Told({ told, message }: { told: ContextBlock; message: string }) {
  const words = t().talk;
  const letters = Array.from(told.text);
  const items = new Set(addressesIn(told));
  const notes = (told.items ?? []).filter(({ start }) => start >= told.stablePrefixLength);
  const whole = `/context?q=${encodeURIComponent(message)}`;
  return (
    <div class="told small muted">
      {(items.size > 0 || notes.length > 0) && words.told(items.size, notes.length)}{' '}
      <Link to={whole}>{words.whole}</Link>
      <ul class="stack tight">
        {notes.slice(0, NOTES).map(({ id, start, end }) => (
          <li key={id}>
            <Link to={`/memory?note=${encodeURIComponent(id)}`}>
              {letters.slice(start, end).join('')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

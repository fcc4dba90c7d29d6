/** What a message would have an assistant told: shown while it is typed, and recorded nowhere. */
import { useRef } from 'preact/hooks';
import type { ContextBlock } from 'rekindle-client';

import { useTopic } from '../../live/rekindle';
import { contextFor, nothing } from '../../live/topics';
import { addressInContext } from '../../logic/items';
import { t } from '../../strings';
import { Link } from '../../ui/parts';
import { useDelayed } from '../../ui/hooks';

const SHORTEST = 3;
const NOTES = 3;

/** The context for a message, once the typing pauses; the last one until the next arrives. */
export function useTold(message: string): ContextBlock | null {
  const query = useDelayed(message);
  const isLong = message.length >= SHORTEST;
  // It is only a glimpse: whatever is wrong with it, the preview says.
  const { data } = useTopic(isLong && query ? contextFor(query) : nothing);
  const last = useRef<ContextBlock | null>(null);
  last.current = isLong ? (data ?? last.current) : null;
  return last.current;
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

/** What is known about the user in a few plain sentences, each phrase a link to its item. */
import type { Item } from '../../logic/items';
import { portraitOf } from '../../logic/portrait';
import { t } from '../../strings';
import { Link } from '../../ui/controls';
import { withParams } from '../../ui/router';

export function PortraitText({ items }: { items: readonly Item[] }) {
  const parts = t().portrait(portraitOf(items));
  if (!parts.length) return null;
  return (
    <p class="portrait">
      {parts.map((part, place) =>
        typeof part === 'string' ? (
          part
        ) : (
          <Link key={place} to={withParams({ item: part.item })}>
            {part.text}
          </Link>
        ),
      )}
    </p>
  );
}

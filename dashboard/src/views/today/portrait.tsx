/** What is known about the user in a few plain sentences, each phrase a link to its item. */
import type { Item } from '../../logic/items';
import { portraitOf } from '../../logic/portrait';
import { t } from '../../strings';
import { follow, withParams } from '../../ui/router';

export function PortraitText({ items }: { items: readonly Item[] }) {
  const parts = t().portrait(portraitOf(items));
  if (!parts.length) return null;
  return (
    <p class="portrait">
      {parts.map((part, place) => {
        if (typeof part === 'string') return part;
        const to = withParams({ item: part.item });
        return (
          <a key={place} href={to} onClick={(event) => follow(event, to)}>
            {part.text}
          </a>
        );
      })}
    </p>
  );
}

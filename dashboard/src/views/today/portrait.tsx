/** What is known about the user in a few plain sentences, each phrase a link to its item. */
import { Fragment } from 'preact';

import type { Item } from '../../logic/items';
import { portraitOf } from '../../logic/portrait';
import { t } from '../../strings';
import { Link } from '../../ui/controls';
import { withParams } from '../../ui/router';

export function PortraitText({ items }: { items: readonly Item[] }) {
  const sentences = t().portrait(portraitOf(items));
  if (!sentences.length) return null;
  return (
    <p class="portrait">
      {sentences.map((sentence, index) => (
        <Fragment key={index}>
          {sentence.map((part, place) => {
            if (typeof part === 'string') return part;
            const to = withParams({ item: part.item });
            return (
              <Link key={place} to={to}>
                {part.text}
              </Link>
            );
          })}{' '}
        </Fragment>
      ))}
    </p>
  );
}

/** How far learning from imported conversations has come. */
import type { ImportProgress } from 'rekindle-client';

import { useTopic } from '../../live/rekindle';
import { imports } from '../../live/topics';
import { t } from '../../strings';
import { day } from '../../ui/format';

export function Imports() {
  const words = t().data;
  const { data } = useTopic(imports);
  const conversations = data?.filter((one) => one.position > 0) ?? [];
  if (!conversations.length) return null;
  return (
    <>
      <h4>{words.imports}</h4>
      <ul class="rows compact">
        {conversations.map((one) => (
          <Row key={one.id} of={one} />
        ))}
      </ul>
    </>
  );
}

function Row({ of: one }: { of: ImportProgress }) {
  const words = t().data;
  const name = (words.formats as Record<string, string>)[one.source] ?? one.source;
  const kept = one.taken + one.merged;
  const read = kept - one.waiting;
  const leftOut = Object.entries(one.refused);
  return (
    <li class="stack tight muted" data-import={one.id}>
      <p>
        <strong>{name}</strong> · {words.importedOn(day(one.importedAt))} ·{' '}
        {words.messageCounts(one.taken, one.merged)}
      </p>
      {one.waiting > 0 && (
        <progress aria-label={words.learnedFrom(read, kept)} value={read} max={kept} />
      )}
      <p>{one.waiting > 0 ? words.learnedFrom(read, kept) : words.allLearned}</p>
      {leftOut.length > 0 && (
        <details>
          <summary>{words.leftOut(leftOut.reduce((sum, [, count]) => sum + count, 0))}</summary>
          <ul class="plain-list">
            {leftOut.map(([reason, count]) => (
              <li key={reason}>
                {words.leftOutBecause[reason] ?? reason}: {count.toLocaleString(t().locale)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** What an analysis made of its messages, in numbers. */
import type { Decision } from 'rekindle-client';

const COUNTS = ['learned', 'confirmed', 'ended', 'waiting', 'rejected', 'evicted'] as const;
type Counted = (typeof COUNTS)[number];
export type Outcome = Pick<Decision, 'outcome' | 'reason' | 'itemId'>;

/** Whether the user is asked first. */
export const isWaiting = ({ reason }: Pick<Decision, 'reason'>) => reason === 'proposed';

/** What a decision is about, in words; those about a fact begin with its path, which is left out. */
export function saidIn({ kind, itemId, description }: Decision): string {
  const path = `${itemId}: `;
  const hasPath = kind === 'about' && description.startsWith(path);
  return hasPath ? description.slice(path.length) : description;
}

function countOf({ outcome, reason }: Outcome): Counted {
  if (outcome === 'ended' || outcome === 'retracted') return 'ended';
  if (outcome === 'reinforced') return 'confirmed';
  if (outcome === 'evicted') return 'evicted';
  if (outcome === 'rejected') return isWaiting({ reason }) ? 'waiting' : 'rejected';
  return 'learned';
}

/** How many items came to what; what did not happen is left out. */
export function counted(decisions: readonly Outcome[]): [Counted, number][] {
  // Several decisions may concern one item: what was learned and then said again counts once.
  const items = new Map<unknown, Counted>();
  for (const decision of decisions) {
    const item = (decision.outcome !== 'rejected' && decision.itemId) || decision;
    const isAgain = ['reinforced', 'merged'].includes(decision.outcome) && items.has(item);
    if (!isAgain) items.set(item, countOf(decision));
  }
  const all = [...items.values()];
  return COUNTS.filter((name) => all.includes(name)).map((name) => [
    name,
    all.filter((one) => one === name).length,
  ]);
}

/** What an analysis made of its messages, in numbers. */
import type { Decision } from 'rekindle-client';

export const COUNTS = ['learned', 'ended', 'waiting', 'rejected', 'evicted'] as const;
export type Counted = (typeof COUNTS)[number];
export type Outcome = Pick<Decision, 'outcome' | 'reason'>;

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
  if (outcome === 'evicted') return 'evicted';
  if (outcome === 'rejected') return isWaiting({ reason }) ? 'waiting' : 'rejected';
  return 'learned';
}

/** How many decisions came to what; what did not happen is left out. */
export function counted(decisions: readonly Outcome[]): [Counted, number][] {
  const all = decisions.map(countOf);
  return COUNTS.map((name): [Counted, number] => [
    name,
    all.filter((one) => one === name).length,
  ]).filter(([, count]) => count);
}

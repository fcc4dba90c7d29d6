/** What an analysis made of its messages, in numbers. */
import type { Decision } from 'rekindle-client';

/** How many decisions changed the profile, how many did not, and how many made room at a limit. */
export function counted(decisions: readonly Pick<Decision, 'outcome'>[]) {
  const rejected = decisions.filter(({ outcome }) => outcome === 'rejected').length;
  const evicted = decisions.filter(({ outcome }) => outcome === 'evicted').length;
  return { taken: decisions.length - rejected - evicted, rejected, evicted };
}

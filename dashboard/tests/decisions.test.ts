import { expect, it } from 'vitest';

import { counted } from '../src/logic/decisions';

it('does not count what made room as not taken', () => {
  const decisions = (['added', 'evicted', 'merged', 'rejected', 'ended', 'evicted'] as const).map(
    (outcome) => ({ outcome }),
  );

  expect(counted(decisions)).toEqual({ taken: 3, rejected: 1, evicted: 2 });
});

import { expect, it } from 'vitest';

import type { Batch, ChangelogEntry } from 'rekindle-client';
import { wayOut } from '../src/logic/changes';

const change = (given: Partial<ChangelogEntry>) =>
  ({
    changeType: 'update',
    changes: {},
    changeSummary: '',
    source: 'mcp/tool',
    removed: ['preferences.tea'],
    ...given,
  }) as ChangelogEntry;
const analysis = (outcome: string) =>
  ({ decisions: [{ itemId: 'tea', outcome }, { itemId: 'coffee' }] }) as Batch;
const TEA = 'preference:tea';

it('tells how an item went by the change that removed it', () => {
  expect(wayOut(change({}), null, TEA)).toBe('remove');
  expect(wayOut(change({ changeType: 'decay' }), null, TEA)).toBe('decay');
  expect(wayOut(change({ changeType: 'rollback' }), null, TEA)).toBe('undone');
});

it('tells what an analysis decided, and that the rest has faded', () => {
  const learned = change({ source: 'minimal/hook' });

  expect(wayOut(learned, analysis('retracted'), TEA)).toBe('retracted');
  expect(wayOut(learned, analysis('evicted'), TEA)).toBe('evicted');
  expect(wayOut(learned, analysis('ended'), 'preference:juice')).toBe('decay');
  expect(wayOut({ ...learned, removed: ['preferences.juice'] }, null, TEA)).toBe('decay');
});

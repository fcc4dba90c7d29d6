import { expect, it } from 'vitest';

import { counted, type Outcome } from '../src/logic/decisions';

it('counts decisions by what came of them', () => {
  const outcomes = ['added', 'evicted', 'merged', 'rejected', 'ended', 'retracted', 'evicted'];
  const decisions = outcomes.map((outcome) => ({ outcome }) as Outcome);
  decisions.push({ outcome: 'rejected', reason: 'proposed' });

  expect(counted(decisions)).toEqual([
    ['learned', 2],
    ['ended', 2],
    ['waiting', 1],
    ['rejected', 1],
    ['evicted', 2],
  ]);
  expect(counted([])).toEqual([]);
});

it('counts an item once, however many decisions concern it', () => {
  const about = (itemId: string, outcome: string) => ({ itemId, outcome }) as Outcome;

  expect(
    counted([
      about('editor', 'added'),
      about('editor', 'merged'),
      about('tea', 'added'),
      about('tea', 'ended'),
      about('name', 'reinforced'),
      about('name', 'merged'),
      about('name', 'rejected'),
    ]),
  ).toEqual([
    ['learned', 1],
    ['confirmed', 1],
    ['ended', 1],
    ['rejected', 1],
  ]);
});

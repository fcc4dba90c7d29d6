import { expect, it } from 'vitest';

import { fits } from '../src/logic/marks';

it('finds all words in any order, whatever their case and accents', () => {
  expect(fits('Köln, Einstellungen & Daten', 'daten koln')).toBe(true);
  expect(fits('Timeline', 'time machine')).toBe(false);
  expect(fits('Timeline', '')).toBe(true);
});

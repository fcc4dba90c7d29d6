import { expect, it } from 'vitest';

import { codeFor, isRemote, PRODUCTS } from '../src/logic/guides';

it.each(PRODUCTS)('has the address and the key in what to paste for %s', (product) => {
  const code = codeFor(product, 'https://memory.example', 'secret');
  expect(code).toContain('https://memory.example');
  expect(code.includes('secret')).toBe(!isRemote(product));
});

it('makes settings that parse', () => {
  for (const product of ['cursor', 'plugin'] as const) {
    expect(
      () => JSON.parse(codeFor(product, 'http://127.0.0.1:4747', 'k')) as unknown,
    ).not.toThrow();
  }
});

// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
/** Requests through `whatwg-fetch`, which is the `fetch` of React Native. */
import { expect, test } from 'vitest';
import { fetch } from 'whatwg-fetch';

import { Rekindle } from '../src/index.js';
import { serve } from './support/server.js';

test('a phone sends what the client asks, and no parameter of its own', async () => {
  const { url, asked } = await serve(({ method }) =>
    method === 'GET'
      ? { body: { entries: [], usage: {} } }
      : { code: 202, body: { prompts: [{ id: 'p', status: 'recorded' }] } },
  );
  const rekindle = new Rekindle({ url, token: 'token', fetch });
  await rekindle.memory.list({ target: 'archive' });
  await rekindle.memory.list();
  expect(await rekindle.record('I like tea.')).toEqual({ id: 'p', status: 'recorded' });
  expect(asked.map(({ query }) => query)).toEqual([{ target: 'archive' }, {}, {}]);
});

/** Where tokens come from. */
import { expect, test } from 'vitest';

import { firebaseToken, oauthToken, SignedOut, type OAuthTokens } from '../src/index.js';

test('Firebase is asked for a new token only when it must be new', async () => {
  const forced: unknown[] = [];
  const getIdToken = (force?: boolean) => {
    forced.push(force);
    return Promise.resolve('token');
  };
  const token = firebaseToken({ currentUser: { getIdToken } });
  await token({ refresh: false });
  await token({ refresh: true });
  expect(forced).toEqual([false, true]);
});

test('without a user there is no token', () => {
  expect(() => firebaseToken({ currentUser: null })({ refresh: false })).toThrow(SignedOut);
});

function grant(expiresAt: number, status = 200) {
  const bodies: string[] = [];
  const saved: OAuthTokens[] = [];
  const fetch = ((_: string, init: RequestInit) => {
    bodies.push(init.body as string);
    const number = bodies.length;
    const told = { access_token: `a${number}`, refresh_token: `r${number}`, expires_in: 3600 };
    return Promise.resolve(Response.json(told, { status }));
  }) as typeof globalThis.fetch;
  const token = oauthToken({
    url: 'https://rekindle.test/',
    clientId: 'my app',
    tokens: { accessToken: 'a0', refreshToken: 'r0', expiresAt },
    save: (tokens) => void saved.push(tokens),
    fetch,
  });
  return { token, bodies, saved };
}

const LATER = Date.now() + 3_600_000;

test('a token of a grant is used until it ends', async () => {
  const { token, bodies } = grant(LATER);
  expect(await token({ refresh: false })).toBe('a0');
  expect(bodies).toEqual([]);
});

test('a grant is renewed once, however many ask, and what is new is kept', async () => {
  const { token, bodies, saved } = grant(0);
  const ask = async () => token({ refresh: false });
  const got = await Promise.all([ask(), ask(), ask()]);
  expect(got).toEqual(['a1', 'a1', 'a1']);
  expect(bodies).toEqual(['grant_type=refresh_token&refresh_token=r0&client_id=my%20app']);
  expect(saved.map(({ refreshToken }) => refreshToken)).toEqual(['r1']);
  expect(await token({ refresh: true })).toBe('a2');
  expect(bodies[1]).toContain('refresh_token=r1');
});

test('a grant that the user has cut off is over', async () => {
  const { token } = grant(0, 400);
  await expect(token({ refresh: false })).rejects.toBeInstanceOf(SignedOut);
});

/** Tokens, repetition, cancellation and errors, over HTTP. */
import { expect, test } from 'vitest';

import {
  Aborted,
  ApiError,
  detailOf,
  FailedPrecondition,
  NotFound,
  Rekindle,
  type RekindleOptions,
  Unavailable,
  Unreachable,
} from '../src/index.js';
import { refusal, serve, type Answer } from './support/server.js';

async function against(answer: Answer, options: Partial<RekindleOptions> = {}) {
  const server = await serve(answer);
  const waits: number[] = [];
  const pause = (milliseconds: number) => {
    waits.push(milliseconds);
    return Promise.resolve();
  };
  const rekindle = new Rekindle({ url: server.url, token: 'token', pause, ...options });
  return { rekindle, waits, asked: server.asked };
}

const PROFILE = { body: { profile: { version: 3 } } };

/** Answers with these, one after the other, and then with the last one. */
function inTurn(...answers: Answer[]): Answer {
  let turn = 0;
  return (asked, cut) => {
    const answer = answers[Math.min(turn, answers.length - 1)];
    turn += 1;
    return answer?.(asked, cut) ?? {};
  };
}

const busy = (headers = {}) => refusal(503, 'UNAVAILABLE', { reason: 'DATABASE_BUSY' }, headers);

test('a request carries the token and the query', async () => {
  const { rekindle, asked } = await against(() => ({ body: { entries: [], usage: {} } }));
  await rekindle.memory.list({ target: 'archive', tag: 'a & b' });
  expect(asked[0]?.headers.authorization).toBe('Bearer token');
  expect(asked[0]).toMatchObject({
    path: '/v1/memory',
    query: { target: 'archive', tag: 'a & b' },
  });
});

test.each(['/', '/v1', '/v1/', ''])('the address may end in %j', async (end) => {
  const server = await serve(() => PROFILE);
  const rekindle = new Rekindle({ url: server.url + end, token: 'token' });
  await rekindle.profile.get();
  expect(server.asked[0]?.path).toBe('/v1/profile');
});

test('an App Check token is sent along', async () => {
  const { rekindle, asked } = await against(() => PROFILE, { appCheck: () => 'checked' });
  await rekindle.profile.get();
  expect(asked[0]?.headers['x-firebase-appcheck']).toBe('checked');
});

test('the agent and the headers of the caller are sent along', async () => {
  const given = { traceparent: '00-1-2-01', authorization: 'Bearer other' };
  const { rekindle, asked } = await against(() => PROFILE, {
    agent: 'coder',
    headers: () => given,
  });
  await rekindle.profile.get();
  const sent = asked[0]?.headers;
  expect(sent?.['x-rekindle-agent']).toBe('coder');
  expect(sent?.traceparent).toBe('00-1-2-01');
  expect(sent?.authorization).not.toBe('Bearer other');
});

test('a refused token is replaced once', async () => {
  const refused = () => refusal(401, 'UNAUTHENTICATED', { reason: 'BAD_TOKEN' });
  const token = ({ refresh }: { refresh: boolean }) => (refresh ? 'new' : 'old');
  const { rekindle, asked } = await against(
    inTurn(refused, () => PROFILE),
    { token },
  );
  expect((await rekindle.profile.get()).version).toBe(3);
  expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
});

test('a token that stays refused is an error', async () => {
  const refused = () => refusal(401, 'UNAUTHENTICATED', { reason: 'BAD_TOKEN' });
  const { rekindle, asked } = await against(refused, { token: () => 'bad' });
  await expect(rekindle.profile.get()).rejects.toMatchObject({ reason: 'BAD_TOKEN', code: 401 });
  expect(asked).toHaveLength(2);
});

test('what the token function throws is passed on, and nothing is sent', async () => {
  const { rekindle, asked } = await against(() => PROFILE, {
    token: () => Promise.reject(new Error('no user')),
  });
  await expect(rekindle.profile.get()).rejects.toThrow('no user');
  expect(asked).toHaveLength(0);
});

test('a busy server is asked again, after as long as it says', async () => {
  const { rekindle, waits } = await against(
    inTurn(
      () => busy({ 'Retry-After': '7' }),
      () => busy({ 'Retry-After': '7' }),
      () => PROFILE,
    ),
  );
  expect((await rekindle.profile.get()).version).toBe(3);
  expect(waits).toHaveLength(2);
  for (const wait of waits) expect(wait).toBeGreaterThanOrEqual(7000);
});

test('a server that asks for a long wait is not asked again', async () => {
  const { rekindle, asked } = await against(() => busy({ 'Retry-After': '3600' }));
  const error = await rekindle.profile.get().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Unavailable);
  expect((error as ApiError).retryAfter).toBe(3600);
  expect(asked).toHaveLength(1);
});

test('repetition ends', async () => {
  const { rekindle, asked } = await against(() => busy(), { retries: 2 });
  await expect(rekindle.profile.get()).rejects.toBeInstanceOf(Unavailable);
  expect(asked).toHaveLength(3);
});

test('every repetition of a POST has the same key, and two POSTs have different ones', async () => {
  const cutThenAnswered = inTurn(
    (_, cut) => (cut(), {}),
    () => ({ code: 202, body: { prompts: [{ id: 'p', status: 'recorded' }] } }),
  );
  const { rekindle, asked } = await against(cutThenAnswered);
  expect(await rekindle.record('I like tea.')).toEqual({ id: 'p', status: 'recorded' });
  await rekindle.record('I like tea.');
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a rollback whose answer is lost is not repeated, unless it names the version', async () => {
  const { rekindle, asked } = await against((_, cut) => (cut(), {}), { retries: 1 });
  await expect(rekindle.profile.rollBack(2)).rejects.toBeInstanceOf(Unreachable);
  expect(asked).toHaveLength(1);
  await expect(rekindle.profile.rollBack(2, { version: 5 })).rejects.toBeInstanceOf(Unreachable);
  expect(asked).toHaveLength(3);
  expect(asked[2]?.headers['if-match']).toBe('"5"');
});

test('no answer in time is Unreachable', async () => {
  const never = new Promise<never>(() => undefined);
  const { rekindle } = await against(() => never, { timeout: 50, retries: 0 });
  await expect(rekindle.profile.get()).rejects.toBeInstanceOf(Unreachable);
});

test('a quota that is used up is not asked about again', async () => {
  const { rekindle, asked } = await against(() =>
    refusal(429, 'RESOURCE_EXHAUSTED', { reason: 'QUOTA_EXCEEDED' }),
  );
  await expect(rekindle.memory.save('x')).rejects.toMatchObject({ reason: 'QUOTA_EXCEEDED' });
  expect(asked).toHaveLength(1);
});

test('aborting ends a request that is under way', async () => {
  const stop = new AbortController();
  const { rekindle } = await against(() => {
    stop.abort(new Error('left the page'));
    return new Promise<never>(() => undefined);
  });
  await expect(rekindle.profile.get({}, { signal: stop.signal })).rejects.toThrow('left the page');
});

test('aborting ends the wait for the next attempt', async () => {
  const stop = new AbortController();
  const server = await serve(() => busy({ 'Retry-After': '30' }));
  const rekindle = new Rekindle({ url: server.url, token: 'token' });
  const asked = rekindle.profile.get({}, { signal: stop.signal });
  while (server.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
});

test('what was aborted before is not sent', async () => {
  const { rekindle, asked } = await against(() => PROFILE);
  await expect(rekindle.profile.get({}, { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(asked).toHaveLength(0);
});

test('errors have a type by status, and say what the API says', async () => {
  const full = {
    reason: 'BUDGET_EXCEEDED',
    target: 'memory',
    usage: { chars: 2200, limit: 2200, percent: 100 },
    required: 9,
    entries: [{ id: 'e', content: 'old', chars: 3 }],
  };
  const { rekindle } = await against(
    inTurn(
      () => refusal(400, 'FAILED_PRECONDITION', full, { 'X-Request-Id': 'r-1' }),
      () => refusal(404, 'NOT_FOUND', { reason: 'NO_SUCH_ENTRY' }),
      () => refusal(409, 'ABORTED', { reason: 'VERSION_MOVED', version: 4 }),
    ),
  );
  const error = await rekindle.memory.save('a note').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(FailedPrecondition);
  expect(error).toMatchObject({ requestId: 'r-1', reason: 'BUDGET_EXCEEDED' });
  expect(detailOf(error, 'BUDGET_EXCEEDED')?.entries[0]?.content).toBe('old');
  expect(detailOf(error, 'VERSION_MOVED')).toBeUndefined();
  await expect(rekindle.memory.get('gone')).rejects.toBeInstanceOf(NotFound);
  const moved = await rekindle.profile.setAbout({}, { version: 3 }).catch((e: unknown) => e);
  expect(moved).toBeInstanceOf(Aborted);
  expect(detailOf(moved, 'VERSION_MOVED')?.version).toBe(4);
});

test('what something other than Rekindle answers is an error too', async () => {
  const { rekindle } = await against(() => ({ code: 502, body: '<html>Bad gateway</html>' }), {
    retries: 1,
  });
  await expect(rekindle.profile.get()).rejects.toMatchObject({ code: 502, status: 'UNKNOWN' });
});

test('a page hears that the user must sign in again, once a new token is refused too', async () => {
  const { url, asked } = await serve(() =>
    refusal(401, 'UNAUTHENTICATED', { reason: 'BAD_TOKEN' }),
  );
  let told = 0;
  const rekindle = new Rekindle({ url, token: () => 'old', onSignedOut: () => (told += 1) });
  await expect(rekindle.profile.get()).rejects.toMatchObject({ code: 401 });
  expect([asked.length, told]).toEqual([2, 1]);
});

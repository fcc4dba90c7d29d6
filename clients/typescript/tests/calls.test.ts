/** What single methods send, and make of the answers. */
import { expect, test } from 'vitest';

import { Rekindle } from '../src/index.js';
import { withoutPrivate } from '../src/privacy.js';
import { serve, type Answer } from './support/server.js';

async function against(answer: Answer) {
  const server = await serve(answer);
  return { rekindle: new Rekindle({ url: server.url, token: 'token' }), asked: server.asked };
}

interface Sent {
  prompts: { content: string }[];
}

const recorder: Answer = ({ body }) => ({
  code: 202,
  body: {
    prompts: (body as Sent).prompts.map(({ content }) => ({ id: content, status: 'recorded' })),
  },
});

test('more messages than fit a request are sent in several, in order', async () => {
  const { rekindle, asked } = await against(recorder);
  const said = Array.from({ length: 250 }, (_, index) => `message ${index}`);
  const outcomes = await rekindle.recordAll(said.map((content) => ({ content })));
  expect(outcomes.map(({ id }) => id)).toEqual(said);
  expect(asked.map(({ body }) => (body as Sent).prompts.length)).toEqual([100, 100, 50]);
});

test('what is private does not leave the device', async () => {
  const { rekindle, asked } = await against(recorder);
  const outcomes = await rekindle.recordAll([
    { content: 'My secret.', private: true },
    { content: 'I like tea. <private>My other secret.</private>' },
    { content: '<private>All of it.</private>' },
  ]);
  expect(outcomes).toEqual([
    { status: 'skipped', reason: 'private' },
    { id: 'I like tea.', status: 'recorded' },
    { status: 'skipped', reason: 'private' },
  ]);
  expect(JSON.stringify(asked.map(({ body }) => body))).not.toMatch(/secret|All of it|private/);
});

test('if all of it is private, nothing is sent', async () => {
  const { rekindle, asked } = await against(recorder);
  await rekindle.record({ content: 'My secret.', private: true });
  expect(asked).toHaveLength(0);
});

test.each([
  ['a <private>b</private> c', 'a  c'],
  ['a <PRIVATE>b\nb</Private>', 'a'],
  ['a <private>b and then nothing', 'a'],
  ['<private>a</private><private>b</private>', ''],
  ['nothing private here ', 'nothing private here '],
  ['a <private>b <private>c</private> d</private> e', 'a  e'],
])('private passages are taken out of %j', (text, left) => {
  expect(withoutPrivate(text)).toBe(left);
});

test('turns of a transcript keep their places without what is private', async () => {
  const { rekindle, asked } = await against(() => ({ body: { processedTurns: 2, prompts: [] } }));
  await rekindle.sessions.takeTurns('s', 0, [
    { role: 'user', content: '<private>a</private>' },
    { role: 'assistant', content: 'b' },
  ]);
  expect(asked[0]?.body).toMatchObject({ turns: [{ content: '' }, { content: 'b' }] });
});

test('a list goes on to its last page', async () => {
  const { rekindle, asked } = await against(({ query }) => ({
    body: query['pageToken']
      ? { entries: [{ id: 'c' }] }
      : { entries: [{ id: 'a' }, { id: 'b' }], nextPageToken: 'more' },
  }));
  const ids = [];
  for await (const note of rekindle.memory.all({ tag: 't' })) ids.push(note.id);
  expect(ids).toEqual(['a', 'b', 'c']);
  expect(asked.every(({ query }) => query['tag'] === 't')).toBe(true);
});

test('a list that is left early is read no further', async () => {
  const { rekindle, asked } = await against(() => ({
    body: { sessions: [{ id: 'a' }], nextPageToken: 'more' },
  }));
  for await (const session of rekindle.sessions.all()) if (session.id === 'a') break;
  expect(asked).toHaveLength(1);
});

test('IDs may hold any character', async () => {
  const { rekindle, asked } = await against(() => ({ body: { id: 'x' } }));
  await rekindle.preferences.get('a b?c/d');
  expect(asked[0]?.path).toBe('/v1/preferences/a%20b%3Fc%2Fd');
});

test('the context block comes in three forms', async () => {
  const { rekindle } = await against(({ query }) =>
    query['format'] === 'text'
      ? { body: 'the block' }
      : { body: { version: query['format'] ?? '' } },
  );
  expect(await rekindle.context({ format: 'text', query: 'tea' })).toBe('the block');
  expect((await rekindle.context()).version).toBe('');
  expect((await rekindle.context({ format: 'messages' })).version).toBe('messages');
});

test('what has not changed is null', async () => {
  const { rekindle, asked } = await against(({ headers }) =>
    headers['if-none-match'] === '"t"'
      ? { code: 304, body: '' }
      : { body: { stamps: { profile: 'p' } }, headers: { ETag: '"t"' } },
  );
  const first = await rekindle.changes();
  expect(first).toEqual({ changes: { stamps: { profile: 'p' } }, tag: '"t"' });
  expect(await rekindle.changes(first?.tag, { sessions: true })).toBeNull();
  expect(asked[1]?.query).toEqual({ sessions: 'true' });
});

test('erasing goes on until nothing is left', async () => {
  let left = 2;
  const { rekindle } = await against(() => {
    left -= 1;
    return { body: { deleted: { memory: 5 }, ...(left ? { complete: false } : {}) } };
  });
  expect(await rekindle.account.erase()).toEqual({ memory: 10 });
});

test('a request for access without scopes is denied', async () => {
  const { rekindle, asked } = await against(() => ({ body: { redirectTo: 'app://back' } }));
  const request = { client_id: 'app' };
  expect(await rekindle.authorizations.answer(request, ['read'])).toBe('app://back');
  await rekindle.authorizations.answer(request, []);
  expect(asked.map(({ body }) => body)).toEqual([
    { request, decision: 'allow', scopes: ['read'] },
    { request, decision: 'deny', scopes: [] },
  ]);
});

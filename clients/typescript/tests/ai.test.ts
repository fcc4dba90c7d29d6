/** The middleware, on the AI SDK's own mock of a model. */
import { generateText, simulateReadableStream, streamText, wrapLanguageModel } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { expect, test } from 'vitest';

import { Rekindle, Unreachable } from '../src/index.js';
import { remembering, type MiddlewareOptions } from '../src/ai/index.js';
import { refusal, serve, type Answer } from './support/server.js';

const USAGE = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const DONE = { unified: 'stop', raw: 'stop' } as const;

function mock() {
  return new MockLanguageModelV4({
    doGenerate: () =>
      Promise.resolve({
        content: [{ type: 'text', text: 'Tea it is.' }],
        finishReason: DONE,
        usage: USAGE,
        warnings: [],
      }),
    doStream: () =>
      Promise.resolve({
        stream: simulateReadableStream({
          chunks: [
            { type: 'stream-start', warnings: [] },
            { type: 'text-start', id: '1' },
            { type: 'text-delta', id: '1', delta: 'Tea ' },
            { type: 'text-delta', id: '1', delta: 'it is.' },
            { type: 'text-end', id: '1' },
            { type: 'finish', finishReason: DONE, usage: USAGE },
          ],
        }),
      }),
  });
}

interface Sent {
  prompts: { id: string; content: string; sessionId?: string }[];
}

async function remembered(options: Partial<MiddlewareOptions> = {}, answer?: Answer) {
  const { url, asked } = await serve((one, cut) => {
    if (answer) return answer(one, cut);
    if (one.path === '/v1/context') return { body: '[ABOUT THE USER] likes tea' };
    const prompts = (one.body as Sent).prompts.map(({ id }) => ({ id, status: 'recorded' }));
    return { code: 202, body: { prompts } };
  });
  const rekindle = new Rekindle({ url, token: 'token', pause: () => Promise.resolve() });
  const inner = mock();
  const model = wrapLanguageModel({
    model: inner,
    middleware: remembering({ rekindle, ...options }),
  });
  const recorded = () =>
    asked.flatMap(({ path, body }) => (path === '/v1/prompts' ? (body as Sent).prompts : []));
  const queries = () =>
    asked.flatMap(({ path, query }) => (path === '/v1/context' ? [query['query']] : []));
  return { model, inner, recorded, queries };
}

const SAID = 'What shall I drink?';

test('the model knows the user, and what the user said is recorded', async () => {
  const { model, inner, recorded, queries } = await remembered({ sessionId: 's' });
  const { text } = await generateText({ model, instructions: 'Be brief.', prompt: SAID });
  expect(text).toBe('Tea it is.');
  expect(queries()).toEqual([SAID]);
  const prompt = inner.doGenerateCalls[0]?.prompt;
  expect(prompt?.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
  expect(prompt?.[0]?.content).toBe('Be brief.');
  expect(prompt?.[1]?.content).toBe('[ABOUT THE USER] likes tea');
  expect(recorded()).toMatchObject([{ content: SAID, sessionId: 's' }]);
});

test('a stream is passed on, and ends once the words are recorded', async () => {
  const { model, recorded } = await remembered();
  let text = '';
  for await (const part of streamText({ model, prompt: SAID }).textStream) text += part;
  expect(text).toBe('Tea it is.');
  expect(recorded()).toMatchObject([{ content: SAID }]);
});

test('a message that is answered anew is recorded under the same ID', async () => {
  const { model, recorded } = await remembered({ sessionId: 's' });
  await generateText({ model, prompt: SAID });
  await generateText({ model, prompt: SAID });
  const before = [
    { role: 'user', content: SAID },
    { role: 'assistant', content: 'Tea.' },
  ] as const;
  await generateText({ model, messages: [...before, { role: 'user', content: SAID }] });
  const [first, second, third] = recorded().map(({ id }) => id);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('an attempt that is repeated is recorded under the same ID', async () => {
  const { model, recorded } = await remembered();
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: SAID }] }];
  await model.doGenerate({ prompt });
  await model.doGenerate({ prompt });
  const [first, second] = recorded();
  expect(second?.id).toBe(first?.id);
});

test('what is private is neither recorded nor searched for', async () => {
  const { model, recorded, queries } = await remembered();
  await generateText({ model, prompt: 'What now? <private>I am broke.</private>' });
  expect(queries()).toEqual(['What now?']);
  expect(recorded().map(({ content }) => content)).toEqual(['What now?']);
});

test('the steps after a call of a tool read and record nothing again', async () => {
  const { model, recorded, queries } = await remembered();
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'kettle', input: {} } as const;
  const output = { type: 'text', value: 'hot' } as const;
  const result = { type: 'tool-result', toolCallId: '1', toolName: 'kettle', output } as const;
  const said = { role: 'user', content: SAID } as const;
  await generateText({ model, messages: [said] });
  await generateText({
    model,
    messages: [said, { role: 'assistant', content: [call] }, { role: 'tool', content: [result] }],
  });
  expect(recorded()).toHaveLength(1);
  expect(queries()).toHaveLength(1);
});

test('a conversation goes on without Rekindle', async () => {
  const errors: unknown[] = [];
  const away: Answer = () => refusal(500, 'INTERNAL');
  const { model, inner } = await remembered({ onError: (error) => errors.push(error) }, away);
  const { text } = await generateText({ model, prompt: SAID });
  expect(text).toBe('Tea it is.');
  expect(inner.doGenerateCalls[0]?.prompt.map(({ role }) => role)).toEqual(['user']);
  expect(errors).toHaveLength(2);
});

/** Knows the user, and never says whether it has recorded anything. */
const silent: Answer = ({ path }) =>
  path === '/v1/context' ? { body: 'likes tea' } : new Promise<never>(() => undefined);
const LATE =
  'What the user said was not recorded within 50 ms of the answer. If this is frequent, raise ' +
  '`patience`, or keep the words in an OfflineQueue with `record`.';

test('an answer waits for a silent Rekindle no longer than the patience lasts', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const { model, recorded } = await remembered({ patience: 50, onError }, silent);
  const { text } = await generateText({ model, prompt: SAID });
  expect(text).toBe('Tea it is.');
  expect(recorded()).toHaveLength(1);
  expect(errors.at(-1)).toEqual(new Unreachable(LATE));
});

test('nor does the end of a stream', async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const { model } = await remembered({ patience: 50, onError }, silent);
  let text = '';
  for await (const part of streamText({ model, prompt: SAID }).textStream) text += part;
  expect(text).toBe('Tea it is.');
  expect(errors.at(-1)).toEqual(new Unreachable(LATE));
});

test('nor for what the app records by itself', async () => {
  const errors: unknown[] = [];
  const { model } = await remembered({
    patience: 50,
    onError: (error) => errors.push(error),
    record: () => new Promise<never>(() => undefined),
  });
  await generateText({ model, prompt: SAID });
  expect(errors.at(-1)).toEqual(new Unreachable(LATE));
});

test('the words are recorded while a slow model works', async () => {
  const errors: unknown[] = [];
  let heard = (): void => undefined;
  const told = new Promise<void>((resolve) => (heard = resolve));
  const { model, inner } = await remembered({
    patience: 0,
    onError: (error) => errors.push(error),
    record: () => {
      heard();
      return Promise.resolve();
    },
  });
  const answer = inner.doGenerate.bind(inner);
  inner.doGenerate = async (options) => {
    await told;
    return answer(options);
  };
  await generateText({ model, prompt: SAID });
  expect(errors.map(String).join()).not.toContain('recorded');
});

test('what is private leaves no trace in the ID', async () => {
  const { model, recorded } = await remembered({ sessionId: 's' });
  for (const pin of ['7391', '1937'])
    await generateText({ model, prompt: `I love cake. <private>My PIN is ${pin}.</private>` });
  await generateText({ model, prompt: 'I love cake.' });
  expect(new Set(recorded().map(({ id }) => id)).size).toBe(1);
});

test('a message that is private as a whole is not recorded', async () => {
  const { model, recorded } = await remembered({ sessionId: 's' });
  await generateText({ model, prompt: '<private>My PIN is 7391.</private>' });
  expect(recorded()).toEqual([]);
});

/** A middleware for the AI SDK: the model knows the user, and Rekindle learns from them. */
import type { LanguageModelMiddleware } from 'ai';

import type { NewPrompt } from '../api/prompts.js';
import { Unreachable } from '../http/errors.js';
import { newId } from '../http/ids.js';
import { withoutPrivate } from '../privacy.js';
import type { Rekindle } from '../rekindle.js';
import { digest } from './digest.js';

export interface MiddlewareOptions {
  /** The user's client. On a server, make a middleware for each request. */
  rekindle: Rekindle;
  /** The conversation. With it, a message that is answered anew is not recorded anew. */
  sessionId?: string;
  /** The most characters of the context block. */
  maxChars?: number;
  /**
   * Milliseconds after which the model is asked without the context; 2,000 unless said otherwise.
   * What the user says is recorded while the model works; the end of the answer waits as long for it.
   */
  patience?: number;
  /** Records what the user says; with a queue, `(prompt) => queue.record(prompt)`. */
  record?: (prompt: NewPrompt) => Promise<unknown>;
  /** Hears of what failed. The conversation goes on regardless. */
  onError?: (error: unknown) => void;
}

type Wrap = NonNullable<LanguageModelMiddleware['wrapGenerate']>;
type Params = Parameters<Wrap>[0]['params'];
type Message = Params['prompt'][number];

const PATIENCE = 2000;
/** The API takes queries of this many characters. */
const LONGEST_QUERY = 2000;

/**
 * Puts the context block before the conversation, after the app's own instructions, and records what
 * the user says. Steps of one answer, such as calls of tools, read and record nothing again.
 *
 *     const model = wrapLanguageModel({ model: openai('gpt-4o'), middleware: remembering({ rekindle }) });
 */
export function remembering(options: MiddlewareOptions): LanguageModelMiddleware {
  const { rekindle, sessionId, maxChars, patience = PATIENCE } = options;
  const onError = options.onError ?? (() => undefined);
  const record = options.record ?? ((prompt: NewPrompt) => rekindle.record(prompt));
  const ids = new WeakMap<Message, string>();
  let known: { key: string; block: Promise<string> } | undefined;

  const blockFor = (prompt: Params['prompt']): Promise<string> => {
    const place = prompt.findLastIndex(({ role }) => role === 'user');
    const said = withoutPrivate(textOf(prompt[place])).slice(0, LONGEST_QUERY);
    const key = `${place} ${said}`;
    if (known?.key === key) return known.block;
    const block = rekindle
      .context(
        { format: 'text', ...(said && { query: said }), ...(maxChars && { maxChars }) },
        { timeout: patience, retries: 0 },
      )
      .catch((error: unknown) => {
        known = undefined;
        onError(error);
        return '';
      });
    known = { key, block };
    return block;
  };

  /** Begins to record; returns what waits for its end, but no longer than the patience lasts. */
  const learnFrom = (prompt: Params['prompt']): (() => Promise<void>) => {
    const last = prompt.at(-1);
    const content = last?.role === 'user' ? withoutPrivate(textOf(last)) : '';
    if (!last || !content) return () => Promise.resolve();
    const id = sessionId
      ? digest(JSON.stringify([sessionId, countOf(prompt), content]))
      : (ids.get(last) ?? newId());
    ids.set(last, id); // the SDK sends the same message again after a failure
    const recorded = record({ id, content, ...(sessionId && { sessionId }) }).catch(onError);
    return () =>
      inTime(recorded, patience, () => {
        onError(
          new Unreachable(
            `What the user said was not recorded within ${patience} ms of the answer. If this is ` +
              'frequent, raise `patience`, or keep the words in an OfflineQueue with `record`.',
          ),
        );
      });
  };

  return {
    specificationVersion: 'v4',

    async transformParams({ params }) {
      const block = await blockFor(params.prompt);
      if (!block) return params;
      const own = params.prompt.findIndex(({ role }) => role !== 'system');
      const prompt = params.prompt.toSpliced(own, 0, { role: 'system', content: block });
      return { ...params, prompt };
    },

    async wrapGenerate({ doGenerate, params }) {
      const learned = learnFrom(params.prompt);
      const answer = await doGenerate();
      await learned();
      return answer;
    },

    async wrapStream({ doStream, params }) {
      const learned = learnFrom(params.prompt);
      const answer = await doStream();
      type Part = typeof answer.stream extends ReadableStream<infer Each> ? Each : never;
      // A serverless runtime may stop with the stream: it ends once the words are recorded.
      const ending = new TransformStream<Part, Part>({ flush: learned });
      return { ...answer, stream: answer.stream.pipeThrough(ending) };
    },
  };
}

/** Waits for the end of something, but no longer than so many milliseconds; then it is `late`. */
function inTime(ending: Promise<unknown>, milliseconds: number, late: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      late();
      resolve();
    }, milliseconds);
    void ending.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** How many messages of the conversation come from a person. */
const countOf = (prompt: Params['prompt']) => prompt.filter(({ role }) => role === 'user').length;

/** The words of a message, without files. */
function textOf(message: Message | undefined): string {
  const content = message?.content ?? '';
  if (typeof content === 'string') return content;
  return content
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim();
}

/** Recording what users say, and what became of it. */
import type { RequestOptions, Transport } from '../http/transport.js';
import { withoutPrivate } from '../privacy.js';
import type {
  AnswerOf,
  Batch,
  NewPrompt as PromptIn,
  Prompt,
  QueryOf,
  RecordedPrompt,
} from './models.js';
import { everyItem } from './pages.js';

/** A message to record. */
export interface NewPrompt extends PromptIn {
  /** The user keeps it to themselves: it does not leave the device, and nothing is learned from it. */
  private?: boolean;
}

/** What became of a message. One that the user keeps to themselves is skipped, and may have no ID. */
export type Recorded = Omit<RecordedPrompt, 'id'> & { id?: string };

/** The most messages of one request. */
export const MOST_PROMPTS = 100;
export const SKIPPED_AS_PRIVATE: Recorded = { status: 'skipped', reason: 'private' };

/** The message as it may leave the device; null if nothing of it may. */
export function sendable({ private: kept, ...prompt }: NewPrompt): PromptIn | null {
  if (kept) return null;
  const content = withoutPrivate(prompt.content);
  return content || content === prompt.content ? { ...prompt, content } : null;
}

/** Records messages in their order; returns what became of each. */
export async function recordPrompts(
  transport: Transport,
  prompts: readonly NewPrompt[],
  options: RequestOptions = {},
): Promise<Recorded[]> {
  const outcomes: Recorded[] = prompts.map(() => SKIPPED_AS_PRIVATE);
  const sent = prompts.flatMap((prompt, place) => {
    const message = sendable(prompt);
    return message ? [{ place, message }] : [];
  });
  for (let start = 0; start < sent.length; start += MOST_PROMPTS) {
    const part = sent.slice(start, start + MOST_PROMPTS);
    const body = { prompts: part.map(({ message }) => message) };
    const { idempotencyKey, ...rest } = options;
    const key = start && idempotencyKey ? `${idempotencyKey}.${start}` : idempotencyKey;
    const answer = await transport.json<{ prompts: RecordedPrompt[] }>({
      method: 'POST',
      path: '/v1/prompts',
      body,
      ...rest,
      idempotencyKey: key,
    });
    answer.prompts.forEach((outcome, index) => {
      const place = part[index]?.place;
      if (place !== undefined) outcomes[place] = outcome;
    });
  }
  return outcomes;
}

/** Recorded messages. */
export class Prompts {
  constructor(private readonly transport: Transport) {}

  /** A page of what the user said, newest first; only the signed-in user may ask for it. */
  list(
    query: QueryOf<'prompts_list_prompts'> = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'prompts_list_prompts'>> {
    return this.transport.json({ method: 'GET', path: '/v1/prompts', query, ...options });
  }

  /** Deletes a message; what was learned from it stays. */
  delete(id: string, options: RequestOptions = {}): Promise<AnswerOf<'prompts_delete_prompt'>> {
    return this.transport.json({
      method: 'DELETE',
      path: `/v1/prompts/${encodeURIComponent(id)}`,
      ...options,
    });
  }

  /** A message, how far its analysis is, and what was learned from it. */
  get(id: string, options: RequestOptions = {}): Promise<Prompt> {
    return this.transport.json({
      method: 'GET',
      path: `/v1/prompts/${encodeURIComponent(id)}`,
      ...options,
    });
  }
}

/** Analyses, each with a decision for every candidate. */
export class Batches {
  constructor(private readonly transport: Transport) {}

  /** A page of analyses, newest first. */
  list(
    query: QueryOf<'prompts_list_batches'> = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'prompts_list_batches'>> {
    return this.transport.json({ method: 'GET', path: '/v1/batches', query, ...options });
  }

  /** All analyses, newest first. */
  all(options: RequestOptions = {}): AsyncGenerator<Batch, void, undefined> {
    return everyItem(
      (page) => this.list(page, options),
      (page) => page.batches,
    );
  }

  get(id: string, options: RequestOptions = {}): Promise<Batch> {
    return this.transport.json({
      method: 'GET',
      path: `/v1/batches/${encodeURIComponent(id)}`,
      ...options,
    });
  }
}

/** The context block, for the system prompt of an assistant. */
import type { RequestOptions, Transport } from '../http/transport.js';
import type { ContextBlock, ContextMessages, QueryOf } from './models.js';

/** What the block is to hold. With `query`, what fits the conversation follows the stable part. */
export type ContextAsked = Omit<QueryOf<'context_get_context'>, 'format'>;

/** Reads the context block in one of its forms. */
export interface ReadContext {
  (asked?: ContextAsked & { format?: 'json' }, options?: RequestOptions): Promise<ContextBlock>;
  (asked: ContextAsked & { format: 'text' }, options?: RequestOptions): Promise<string>;
  (
    asked: ContextAsked & { format: 'messages' },
    options?: RequestOptions,
  ): Promise<ContextMessages>;
}

export function contextReader(transport: Transport): ReadContext {
  const read = async (
    asked: QueryOf<'context_get_context'> = {},
    options: RequestOptions = {},
  ): Promise<unknown> => {
    const call = { method: 'GET', path: '/v1/context', query: asked, ...options } as const;
    if (asked.format === 'text') return (await transport.send(call)).text;
    return transport.json(call);
  };
  return read as ReadContext;
}

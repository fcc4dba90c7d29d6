/** Tools for a model. */
import type { RequestOptions, Transport } from '../http/transport.js';
import type { AnswerOf, QueryOf } from './models.js';

export class Tools {
  constructor(private readonly transport: Transport) {}

  /** The tools, in the form of OpenAI's function calling, with instructions for the model. */
  list(
    query: QueryOf<'memory_list_tools'> = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'memory_list_tools'>> {
    return this.transport.json({ method: 'GET', path: '/v1/tools', query, ...options });
  }

  /** Runs a tool with the model's arguments. A refusal is a result that the model can read. */
  async call(
    name: string,
    args: Record<string, unknown>,
    options: RequestOptions = {},
  ): Promise<unknown> {
    const path = `/v1/tools/${encodeURIComponent(name)}`;
    const call = { method: 'POST', path, body: args, ...options } as const;
    return (await this.transport.json<AnswerOf<'memory_call_tool'>>(call)).result;
  }
}

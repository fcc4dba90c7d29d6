/** The assistants and programs that act for the user. Only the user's own token may call this. */
import type { RequestOptions, Transport } from '../http/transport.js';
import type { AnswerOf, Connection, NewConnection } from './models.js';

export class Connections {
  constructor(private readonly transport: Transport) {}

  async list(options: RequestOptions = {}): Promise<Connection[]> {
    const call = { method: 'GET', path: '/v1/connections', ...options } as const;
    const answer = await this.transport.json<AnswerOf<'access_list_connections'>>(call);
    return answer.connections;
  }

  /** Makes an access key. The answer has it in `key`, this once. */
  create(
    connection: NewConnection,
    options: RequestOptions = {},
  ): Promise<AnswerOf<'access_make_key'>> {
    const body = connection;
    return this.transport.json({ method: 'POST', path: '/v1/connections', body, ...options });
  }

  /** Cuts a connection off, everywhere within a minute. */
  delete(id: string, options: RequestOptions = {}): Promise<AnswerOf<'access_disconnect'>> {
    return this.transport.json({ method: 'DELETE', path: pathOf(id), ...options });
  }

  /** Takes back what it wrote, or wrote since a time; what others changed meanwhile stays. */
  undo(id: string, since?: string, options: RequestOptions = {}): Promise<AnswerOf<'access_undo'>> {
    const body = since ? { since } : {};
    return this.transport.json({ method: 'POST', path: `${pathOf(id)}/undo`, body, ...options });
  }
}

const pathOf = (id: string) => `/v1/connections/${encodeURIComponent(id)}`;

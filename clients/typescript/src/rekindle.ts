import { Account } from './api/account.js';
import { Authorizations } from './api/authorizations.js';
import { Connections } from './api/connections.js';
import { contextReader, type ReadContext } from './api/context.js';
import { Inbox } from './api/inbox.js';
import { Memory } from './api/memory.js';
import type { Changes } from './api/models.js';
import { Operating } from './api/operating.js';
import { Preferences } from './api/preferences.js';
import { Profiles } from './api/profile.js';
import { Batches, Prompts, recordPrompts, type NewPrompt, type Recorded } from './api/prompts.js';
import { Sessions } from './api/sessions.js';
import { Tools } from './api/tools.js';
import { Transport, type RequestOptions, type TransportOptions } from './http/transport.js';

export type RekindleOptions = TransportOptions;

/**
 * One user's Rekindle.
 *
 * Every method takes `{ signal }` last, and throws ApiError if it is refused, Unreachable if there
 * is no answer, or what the signal was aborted with.
 */
export class Rekindle {
  readonly prompts: Prompts;
  readonly batches: Batches;
  readonly profile: Profiles;
  readonly preferences: Preferences;
  readonly memory: Memory;
  readonly sessions: Sessions;
  readonly inbox: Inbox;
  readonly connections: Connections;
  readonly authorizations: Authorizations;
  readonly account: Account;
  readonly operating: Operating;
  readonly tools: Tools;
  /** The context block, for the system prompt: `await rekindle.context({ query })`. */
  readonly context: ReadContext;
  private readonly transport: Transport;

  constructor(options: RekindleOptions) {
    this.transport = new Transport(options);
    this.prompts = new Prompts(this.transport);
    this.batches = new Batches(this.transport);
    this.profile = new Profiles(this.transport);
    this.preferences = new Preferences(this.transport);
    this.memory = new Memory(this.transport);
    this.sessions = new Sessions(this.transport);
    this.inbox = new Inbox(this.transport);
    this.connections = new Connections(this.transport);
    this.authorizations = new Authorizations(this.transport);
    this.account = new Account(this.transport);
    this.operating = new Operating(this.transport);
    this.tools = new Tools(this.transport);
    this.context = contextReader(this.transport);
  }

  /** Records what the user has said, to learn from it. */
  async record(prompt: string | NewPrompt, options: RequestOptions = {}): Promise<Recorded> {
    const message = typeof prompt === 'string' ? { content: prompt } : prompt;
    const [outcome] = await recordPrompts(this.transport, [message], options);
    return outcome as Recorded;
  }

  /** Records messages in their order; returns what became of each. */
  recordAll(prompts: readonly NewPrompt[], options: RequestOptions = {}): Promise<Recorded[]> {
    return recordPrompts(this.transport, prompts, options);
  }

  /**
   * What has changed since the answer with this tag; null if nothing has.
   *
   * @param sessions whether to watch sessions too, which costs one more read
   */
  async changes(
    tag: string | null = null,
    { sessions = false, ...options }: RequestOptions & { sessions?: boolean } = {},
  ): Promise<{ changes: Changes; tag: string | null } | null> {
    const answer = await this.transport.send({
      method: 'GET',
      path: '/v1/changes',
      query: { sessions: sessions || undefined },
      headers: tag ? { 'If-None-Match': tag } : {},
      ...options,
    });
    if (answer.status === 304) return null;
    return { changes: JSON.parse(answer.text) as Changes, tag: answer.tag };
  }
}

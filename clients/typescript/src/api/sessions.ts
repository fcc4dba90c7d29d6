/** Conversations: what is open, what was decided, and their transcripts. */
import type { RequestOptions, Transport } from '../http/transport.js';
import { withoutPrivate } from '../privacy.js';
import type {
  AnswerOf,
  NewSession,
  QueryOf,
  Session,
  SessionPatch,
  StartedSession,
  Turn,
} from './models.js';
import { everyItem } from './pages.js';

export class Sessions {
  constructor(private readonly transport: Transport) {}

  /** Starts a session, or finds it by `id`; tells what the previous one in its project left open. */
  start(session: NewSession = {}, options: RequestOptions = {}): Promise<StartedSession> {
    const body = session;
    return this.transport.json({ method: 'POST', path: '/v1/sessions', body, ...options });
  }

  /** A page of sessions, most recently active first. */
  list(
    query: QueryOf<'sessions_list_sessions'> = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'sessions_list_sessions'>> {
    return this.transport.json({ method: 'GET', path: '/v1/sessions', query, ...options });
  }

  /** All sessions, most recently active first. */
  all(
    query: { projectPath?: string } = {},
    options: RequestOptions = {},
  ): AsyncGenerator<Session, void, undefined> {
    return everyItem(
      (page) => this.list({ ...query, ...page }, options),
      (page) => page.sessions,
    );
  }

  get(id: string, options: RequestOptions = {}): Promise<Session> {
    return this.transport.json({ method: 'GET', path: pathOf(id), ...options });
  }

  /** Reports progress: summary, tasks, decisions, notes. */
  report(id: string, patch: SessionPatch, options: RequestOptions = {}): Promise<Session> {
    return this.transport.json({ method: 'PATCH', path: pathOf(id), body: patch, ...options });
  }

  /** Deletes a session; what was learned from it stays. */
  delete(id: string, options: RequestOptions = {}): Promise<AnswerOf<'sessions_delete_session'>> {
    return this.transport.json({ method: 'DELETE', path: pathOf(id), ...options });
  }

  /**
   * Takes turns of the transcript, of which the first has this place in it. Turns that were taken
   * before are ignored; if some are missing, it is `Aborted` and says from where on to send.
   */
  takeTurns(
    id: string,
    offset: number,
    turns: readonly Turn[],
    options: RequestOptions = {},
  ): Promise<AnswerOf<'sessions_take_turns'>> {
    const shown = turns.map((turn) => ({ ...turn, content: withoutPrivate(turn.content) }));
    const body = { offset, turns: shown };
    return this.transport.json({ method: 'POST', path: `${pathOf(id)}/turns`, body, ...options });
  }
}

const pathOf = (id: string) => `/v1/sessions/${encodeURIComponent(id)}`;

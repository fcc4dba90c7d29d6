/** Notes, and their search. */
import type { RequestOptions, Transport } from '../http/transport.js';
import type {
  AnswerOf,
  NewNote,
  Note,
  NotePatch,
  QueryOf,
  SavedNote,
  SavedNotes,
  SearchAnswer,
} from './models.js';
import { everyItem } from './pages.js';

type Listed = Omit<QueryOf<'memory_list_entries'>, 'pageSize' | 'pageToken'>;

export class Memory {
  constructor(private readonly transport: Transport) {}

  /** Saves a note; a duplicate refreshes the existing one. Over budget it is `FailedPrecondition`. */
  save(note: string | NewNote, options: RequestOptions = {}): Promise<SavedNote> {
    const body = typeof note === 'string' ? { content: note } : note;
    return this.transport.json({ method: 'POST', path: '/v1/memory', body, ...options });
  }

  /** Saves up to 100 notes; a refused one does not hold up the others. */
  saveAll(entries: readonly NewNote[], options: RequestOptions = {}): Promise<SavedNotes> {
    const body = { entries };
    return this.transport.json({ method: 'POST', path: '/v1/memory/batch', body, ...options });
  }

  /** A page of notes, newest first, and how full the tiers are. */
  list(
    query: QueryOf<'memory_list_entries'> = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'memory_list_entries'>> {
    return this.transport.json({ method: 'GET', path: '/v1/memory', query, ...options });
  }

  /** All notes, newest first unless `order` says otherwise. */
  all(query: Listed = {}, options: RequestOptions = {}): AsyncGenerator<Note, void, undefined> {
    return everyItem(
      (page) => this.list({ ...query, ...page }, options),
      (page) => page.entries,
    );
  }

  async get(id: string, options: RequestOptions = {}): Promise<Note> {
    const call = { method: 'GET', path: pathOf(id), ...options } as const;
    return (await this.transport.json<AnswerOf<'memory_get_entry'>>(call)).entry;
  }

  /** Replaces fields of a note; null removes `expiresAt` or `threadId`. */
  change(
    id: string,
    patch: NotePatch,
    options: RequestOptions = {},
  ): Promise<AnswerOf<'memory_change_entry'>> {
    return this.transport.json({ method: 'PATCH', path: pathOf(id), body: patch, ...options });
  }

  delete(
    id: string,
    query: QueryOf<'memory_delete_entry'> = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'memory_delete_entry'>> {
    return this.transport.json({ method: 'DELETE', path: pathOf(id), query, ...options });
  }

  /** The notes that fit the words best. */
  search(
    q: string,
    query: Omit<QueryOf<'memory_search'>, 'q'> = {},
    options: RequestOptions = {},
  ): Promise<SearchAnswer> {
    const asked = { q, ...query };
    return this.transport.json({
      method: 'GET',
      path: '/v1/memory/search',
      query: asked,
      ...options,
    });
  }
}

const pathOf = (id: string) => `/v1/memory/${encodeURIComponent(id)}`;

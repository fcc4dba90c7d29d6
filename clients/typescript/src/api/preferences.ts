/** Single preferences. */
import type { RequestOptions, Transport, VersionedOptions } from '../http/transport.js';
import type { AnswerOf, NewPreference, Preference, PreferencePatch, QueryOf } from './models.js';

export class Preferences {
  constructor(private readonly transport: Transport) {}

  /** The preferences, highest confidence first. */
  async list(
    query: QueryOf<'profile_list_preferences'> = {},
    options: RequestOptions = {},
  ): Promise<Preference[]> {
    const call = { method: 'GET', path: '/v1/preferences', query, ...options } as const;
    const answer = await this.transport.json<AnswerOf<'profile_list_preferences'>>(call);
    return answer.preferences;
  }

  get(id: string, options: RequestOptions = {}): Promise<Preference> {
    return this.transport.json({ method: 'GET', path: pathOf(id), ...options });
  }

  /** Adds what the user states. */
  add(preference: NewPreference, options: VersionedOptions = {}): Promise<Preference> {
    const body = preference;
    return this.transport.json({ method: 'POST', path: '/v1/preferences', body, ...options });
  }

  /** Corrects a preference, which then counts as stated by the user. */
  change(id: string, patch: PreferencePatch, options: VersionedOptions = {}): Promise<Preference> {
    return this.transport.json({ method: 'PATCH', path: pathOf(id), body: patch, ...options });
  }

  /** Switches a preference on, or off: kept, but left out of the context block. */
  switch(id: string, active: boolean, options: VersionedOptions = {}): Promise<Preference> {
    const path = `${pathOf(id)}/${active ? 'activate' : 'deactivate'}`;
    return this.transport.json({ method: 'POST', path, ...options });
  }

  /** Deletes a preference; learning does not bring it back. */
  delete(
    id: string,
    query: QueryOf<'profile_delete_preference'> = {},
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_delete_preference'>> {
    return this.transport.json({ method: 'DELETE', path: pathOf(id), query, ...options });
  }

  /** Deletes all preferences; learning does not bring them back. */
  deleteAll(
    query: QueryOf<'profile_delete_preferences'> = {},
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_delete_preferences'>> {
    return this.transport.json({ method: 'DELETE', path: '/v1/preferences', query, ...options });
  }
}

const pathOf = (id: string) => `/v1/preferences/${encodeURIComponent(id)}`;

/** The learned profile and its history. */
import type { RequestOptions, Transport, VersionedOptions } from '../http/transport.js';
import type {
  About,
  AnswerOf,
  ChangelogEntry,
  LearningStatus,
  Profile,
  QueryOf,
} from './models.js';
import { everyItem } from './pages.js';

/** A merge patch: null removes a value. */
export type Patch<T> = { [K in keyof T]?: T[K] extends object ? Patch<T[K]> | null : T[K] | null };

export class Profiles {
  constructor(private readonly transport: Transport) {}

  /** The profile as of now; with `asOf`, as it was known then; with `validAt`, what was true then. */
  async get(
    query: QueryOf<'profile_get_profile'> = {},
    options: RequestOptions = {},
  ): Promise<Profile> {
    const call = { method: 'GET', path: '/v1/profile', query, ...options } as const;
    return (await this.transport.json<AnswerOf<'profile_get_profile'>>(call)).profile;
  }

  /** How learning stands, and why the profile looks as it does. */
  status(options: RequestOptions = {}): Promise<LearningStatus> {
    return this.transport.json({ method: 'GET', path: '/v1/profile/status', ...options });
  }

  /** Sets facts; null removes one, and learning does not bring it back. */
  async setAbout(patch: Patch<About>, options: VersionedOptions = {}): Promise<Profile> {
    const call = { method: 'PATCH', path: '/v1/profile/about', body: patch, ...options } as const;
    return (await this.transport.json<{ profile: Profile }>(call)).profile;
  }

  /** Analyzes what is pending; with `wait`, answers when the analysis has ended. */
  refresh(
    query: QueryOf<'profile_refresh'> = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'profile_refresh'>> {
    return this.transport.json({ method: 'POST', path: '/v1/profile/refresh', query, ...options });
  }

  /** A page of the changes, newest first, without snapshots. */
  changelog(
    query: QueryOf<'profile_list_changelog'> = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'profile_list_changelog'>> {
    return this.transport.json({ method: 'GET', path: '/v1/profile/changelog', query, ...options });
  }

  /** All changes, newest first. */
  changes(options: RequestOptions = {}): AsyncGenerator<ChangelogEntry, void, undefined> {
    return everyItem(
      (page) => this.changelog(page, options),
      (page) => page.entries,
    );
  }

  /** One change, with its snapshot while that is kept. */
  change(id: string, options: RequestOptions = {}): Promise<ChangelogEntry> {
    const path = `/v1/profile/changelog/${encodeURIComponent(id)}`;
    return this.transport.json({ method: 'GET', path, ...options });
  }

  /** Takes back one change, as a new version; what has been changed again since stays. */
  undo(id: string, options: VersionedOptions = {}): Promise<AnswerOf<'profile_undo'>> {
    const path = `/v1/profile/changelog/${encodeURIComponent(id)}/undo`;
    return this.transport.json({ method: 'POST', path, repeatable: true, ...options });
  }

  /** Restores an earlier version as a new one. */
  async rollBack(to: number, options: VersionedOptions = {}): Promise<Profile> {
    const answer = await this.transport.json<{ profile: Profile }>({
      method: 'POST',
      path: '/v1/profile/rollback',
      body: { version: to },
      repeatable: options.version !== undefined,
      ...options,
    });
    return answer.profile;
  }

  /** Empties the profile; a rollback undoes it, unless it is purged. */
  clear(
    query: QueryOf<'profile_clear'> = {},
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_clear'>> {
    return this.transport.json({ method: 'DELETE', path: '/v1/profile', query, ...options });
  }
}

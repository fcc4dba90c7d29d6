/** The learned profile and its history. */
import type { RequestOptions, Transport, VersionedOptions } from '../http/transport.js';
import type {
  About,
  AnswerOf,
  ChangelogEntry,
  LearningStatus,
  PatternPatch,
  Profile,
  QueryOf,
  SkillsPatch,
  WorkflowPatch,
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

  /** Removes facts from every stored document; null removes one, a shorter list some elements. */
  purgeAbout(
    patch: Patch<About>,
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_patch_about'>> {
    const call = { method: 'PATCH', path: '/v1/profile/about', query: { purge: true } } as const;
    return this.transport.json({ ...call, body: patch, ...options });
  }

  /** Sets skill levels; null removes one, and learning does not bring it back. */
  async setSkills(patch: SkillsPatch, options: VersionedOptions = {}): Promise<Profile> {
    const call = { method: 'PATCH', path: '/v1/profile/skills', body: patch, ...options } as const;
    return (await this.transport.json<{ profile: Profile }>(call)).profile;
  }

  /** Removes skill levels, each of them null, from every stored document. */
  purgeSkills(
    patch: SkillsPatch,
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_patch_skills'>> {
    const call = { method: 'PATCH', path: '/v1/profile/skills', query: { purge: true } } as const;
    return this.transport.json({ ...call, body: patch, ...options });
  }

  /** Corrects a pattern, which then counts as stated by the user. */
  changePattern(
    id: string,
    patch: PatternPatch,
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_change_pattern'>> {
    const path = pathOf('patterns', id);
    return this.transport.json({ method: 'PATCH', path, body: patch, ...options });
  }

  /** Deletes a pattern; learning does not bring it back. */
  deletePattern(
    id: string,
    query: QueryOf<'profile_delete_pattern'> = {},
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_delete_pattern'>> {
    const path = pathOf('patterns', id);
    return this.transport.json({ method: 'DELETE', path, query, ...options });
  }

  /** Corrects a workflow, which then counts as stated by the user. */
  changeWorkflow(
    id: string,
    patch: WorkflowPatch,
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_change_workflow'>> {
    const path = pathOf('workflows', id);
    return this.transport.json({ method: 'PATCH', path, body: patch, ...options });
  }

  /** Deletes a workflow; learning does not bring it back. */
  deleteWorkflow(
    id: string,
    query: QueryOf<'profile_delete_workflow'> = {},
    options: VersionedOptions = {},
  ): Promise<AnswerOf<'profile_delete_workflow'>> {
    const path = pathOf('workflows', id);
    return this.transport.json({ method: 'DELETE', path, query, ...options });
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

const pathOf = (kind: 'patterns' | 'workflows', id: string) =>
  `/v1/profile/${kind}/${encodeURIComponent(id)}`;

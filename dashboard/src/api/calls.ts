/** All routes that the dashboard uses. */
import { call, request, errorOf } from './client';
import type {
  Batch,
  ChangelogEntry,
  Changes,
  ContextAnswer,
  MemoryEntry,
  Preference,
  PreferenceType,
  Profile,
  SearchAnswer,
  SearchMode,
  Session,
  Settings,
  Status,
  Tier,
  Usage,
} from './types';

const id = encodeURIComponent;

export async function getProfile(): Promise<Profile> {
  return (await call<{ profile: Profile }>('GET', '/v1/profile')).profile;
}

export const getStatus = () => call<Status>('GET', '/v1/profile/status');

/** Applies a merge patch to `about`; `version` is the one that the user has seen. */
export async function patchAbout(patch: unknown, version: number): Promise<Profile> {
  const options = { body: patch, headers: { 'If-Match': `"${version}"` } };
  return (await call<{ profile: Profile }>('PATCH', '/v1/profile/about', options)).profile;
}

export const refreshProfile = () =>
  call<{ batchId: string | null; reason?: string }>('POST', '/v1/profile/refresh');

export interface NewPreference {
  type: PreferenceType;
  description: string;
  category: string;
  context: string;
  confidence: number;
}

export const addPreference = (body: NewPreference) =>
  call<Preference>('POST', '/v1/preferences', { body });
export const changePreference = (key: string, body: Partial<NewPreference>) =>
  call<Preference>('PATCH', `/v1/preferences/${id(key)}`, { body });
export const forgetPreference = (key: string) =>
  call<unknown>('DELETE', `/v1/preferences/${id(key)}`);
export const switchPreference = (key: string, active: boolean) =>
  call<Preference>('POST', `/v1/preferences/${id(key)}/${active ? 'activate' : 'deactivate'}`);

interface Page {
  nextPageToken?: string;
}

export const listChangelog = (pageToken?: string) =>
  call<{ entries: ChangelogEntry[] } & Page>('GET', '/v1/profile/changelog', {
    query: { pageSize: 50, pageToken },
  });
export const getChangelogEntry = (key: string) =>
  call<ChangelogEntry>('GET', `/v1/profile/changelog/${id(key)}`);
export const rollBack = (version: number) =>
  call<unknown>('POST', '/v1/profile/rollback', { body: { version } });

export const listBatches = (pageToken?: string) =>
  call<{ batches: Batch[] } & Page>('GET', '/v1/batches', { query: { pageSize: 20, pageToken } });

export const listMemory = (
  target: Tier,
  page: { tag?: string | undefined; pageSize: number; pageToken?: string | undefined },
) =>
  call<{ entries: MemoryEntry[]; usage: Usage } & Page>('GET', '/v1/memory', {
    query: { target, ...page },
  });

export interface NewEntry {
  content: string;
  target: Tier;
  tags: string[];
  expiresAt?: string | null;
}

export const saveEntry = (body: NewEntry) =>
  call<{ entry: MemoryEntry; deduplicated: boolean }>('POST', '/v1/memory', { body });
export const changeEntry = (key: string, body: Partial<NewEntry>) =>
  call<{ entry: MemoryEntry }>('PATCH', `/v1/memory/${id(key)}`, { body });
export const deleteEntry = (key: string) => call<unknown>('DELETE', `/v1/memory/${id(key)}`);

export const searchMemory = (
  q: string,
  mode: SearchMode,
  target: Tier | undefined,
  tag: string | undefined,
  signal: AbortSignal,
) =>
  call<SearchAnswer>('GET', '/v1/memory/search', {
    query: { q, mode, target, tag, limit: 20 },
    signal,
  });

/** The context block as a preview, which does not mark preferences as used. */
export const getContext = (query: string, maxChars: number | undefined, signal: AbortSignal) =>
  call<ContextAnswer>('GET', '/v1/context', {
    query: { query, maxChars, preview: true },
    signal,
  });

export const listSessions = (pageToken?: string) =>
  call<{ sessions: Session[] } & Page>('GET', '/v1/sessions', {
    query: { pageSize: 50, pageToken },
  });
export const patchSession = (key: string, body: unknown) =>
  call<Session>('PATCH', `/v1/sessions/${id(key)}`, { body });
export const deleteSession = (key: string) => call<unknown>('DELETE', `/v1/sessions/${id(key)}`);

export const getSettings = () => call<Settings>('GET', '/v1/settings');
export const patchSettings = (body: Partial<Settings>) =>
  call<Settings>('PATCH', '/v1/settings', { body });

/** Erases everything, in as many calls as it takes. */
export async function eraseAccount(): Promise<{ deleted: Record<string, number> }> {
  const deleted: Record<string, number> = {};
  for (;;) {
    const answer = await call<{ deleted: Record<string, number>; complete?: boolean }>(
      'DELETE',
      '/v1/account',
    );
    for (const [name, count] of Object.entries(answer.deleted))
      deleted[name] = (deleted[name] ?? 0) + count;
    if (answer.complete !== false) return { deleted };
  }
}

/** What has changed since `tag`; null if nothing has. */
export async function getChanges(tag: string | null, sessions: boolean, signal: AbortSignal) {
  const headers: Record<string, string> = tag ? { 'If-None-Match': tag } : {};
  const response = await request('GET', '/v1/changes', {
    query: { sessions: sessions || undefined },
    headers,
    signal,
  });
  if (response.status === 304) return null;
  if (!response.ok) throw await errorOf(response);
  return { changes: (await response.json()) as Changes, tag: response.headers.get('ETag') };
}

/** What the views show. */
import { effect } from '@preact/signals';
import type { Batch, Note, Rekindle, RequestOptions, Tier } from 'rekindle-client';
import { topic, type Part, type Topic } from 'rekindle-client/live';

import { identity } from '../auth/session';
import type { NoteOrder } from '../logic/choices';
import { t } from '../strings';
import { live, useTopic } from './rekindle';

/** Where nothing is to be read. */
export const nothing: Topic<null> = topic('nothing', [], () => Promise.resolve(null));

export {
  inboxTopic as inbox,
  profileTopic as profile,
  settingsTopic as settings,
  statusTopic as status,
} from 'rekindle-client/live';

/** What is known of a topic once it was read. */
export type Known<Of> = Of extends Topic<infer Data> ? Data : never;

interface List<T, Page> {
  items: T[];
  more: boolean;
  /** The last page, for what it says beside its items. */
  page: Page;
}

const pagesShown = new Map<string, number>();
effect(() => {
  if (!identity.value) pagesShown.clear();
});

/** A list that grows by pages; reading it again reads as many pages as are shown. */
function paged<T, Page extends { nextPageToken?: string | null }>(
  key: string,
  parts: readonly Part[],
  read: (
    rekindle: Rekindle,
    page: { pageToken?: string },
    options: RequestOptions,
  ) => Promise<Page>,
  itemsOf: (page: Page) => T[],
) {
  const list = topic<List<T, Page>>(key, parts, async (rekindle, options) => {
    let page = await read(rekindle, {}, options);
    const items = [...itemsOf(page)];
    for (let left = pagesShown.get(key) ?? 1; left > 1 && page.nextPageToken; left -= 1) {
      page = await read(rekindle, { pageToken: page.nextPageToken }, options);
      items.push(...itemsOf(page));
    }
    return { items, more: !!page.nextPageToken, page };
  });
  const more = () => {
    pagesShown.set(key, (pagesShown.get(key) ?? 1) + 1);
    return live.refresh(list);
  };
  return { ...list, more };
}

export const changelog = paged(
  'changelog',
  ['profile', 'settings'],
  (rekindle, page, options) => rekindle.profile.changelog({ pageSize: 50, ...page }, options),
  (page) => page.entries,
);

export const batches = paged(
  'batches',
  ['learning'],
  (rekindle, page, options) => rekindle.batches.list({ pageSize: 20, ...page }, options),
  (page) => page.batches,
);

export const sessions = paged(
  'sessions',
  ['sessions'],
  (rekindle, page, options) => rekindle.sessions.list({ pageSize: 50, ...page }, options),
  (page) => page.sessions,
);

// Whatever they write shows in how much they wrote, and whom something was told may be new.
export const connections = topic(
  'connections',
  ['profile', 'memory', 'learning', 'use'],
  (rekindle, options) => rekindle.connections.list(options),
);

/** The name of a connection, or of what used to be one; empty if there is none. */
export function useConnectionName(id: string | null | undefined): string {
  const { data } = useTopic(connections);
  return id ? (data?.find((one) => one.id === id)?.name ?? t().item.unknownConnection) : '';
}

/** Files of other assistants' conversations, and how far learning from them has come. */
export const imports = topic('imports', ['learning'], async (rekindle, options) => {
  const answer = await rekindle.account.imports(options);
  return answer.imports;
});

const NOTES: readonly Part[] = ['memory', 'settings', 'day'];

/** The notes of a tier, or those of them with a tag or from a source, newest first or oldest. */
export function entriesOf(
  target: Tier,
  tag: string,
  source: Note['source'] | '',
  order: NoteOrder,
) {
  const query = { target, order, pageSize: 20, tag: tag || undefined, source: source || undefined };
  return paged(
    `notes ${JSON.stringify(query)}`,
    NOTES,
    (rekindle, page, options) => rekindle.memory.list({ ...query, ...page }, options),
    (page) => page.entries,
  );
}

/** The notes that a search finds, best first. */
export const foundNotes = (text: string, query: Parameters<Rekindle['memory']['search']>[1]) =>
  paged(
    `search ${JSON.stringify(query)} ${text}`,
    NOTES,
    (rekindle, page, options) =>
      rekindle.memory.search(text, { limit: 20, ...query, ...page }, options),
    (page) => page.results,
  );

/** What the user said in a session, or at all. */
export const messagesOf = (sessionId: string) =>
  paged(
    `messages ${sessionId}`,
    ['learning', 'sessions'],
    (rekindle, page, options) =>
      rekindle.prompts.list({ pageSize: 50, ...(sessionId && { sessionId }), ...page }, options),
    (page) => page.prompts,
  );

/** What an assistant would be told for a question, in at most so many characters if they are given. */
export const contextFor = (query: string, maxChars = '') =>
  topic(`context ${maxChars} ${query}`, ['profile', ...NOTES], (rekindle, options) =>
    rekindle.context(
      { preview: true, query: query || undefined, maxChars: maxChars ? +maxChars : undefined },
      options,
    ),
  );

/** One analysis, which may not be among those that are loaded. */
export const analysisOf = (id: string) =>
  topic(`batch ${id}`, ['learning'], ({ batches }, options) => batches.get(id, options));

/** The analysis with an id, or null if there is no id. */
export const useAnalysis = (id: string | null | undefined) =>
  useTopic<Batch | null>(id ? analysisOf(id) : nothing).data;

/** One message of the user's. */
export const messageOf = (id: string) =>
  topic(`message ${id}`, ['learning'], (rekindle, options) => rekindle.prompts.get(id, options));

/** How full the tiers are. */
export const usage = topic('usage', NOTES, async (rekindle, options) => {
  const page = await rekindle.memory.list({ target: 'memory', pageSize: 1 }, options);
  return page.usage;
});

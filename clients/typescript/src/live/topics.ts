/** What can be watched, how it is read, and what changes it. */
import type { RequestOptions } from '../http/transport.js';
import type { Rekindle } from '../rekindle.js';

/** The parts of a user's data that change on their own, as `/v1/changes` names them. */
export type Part = 'profile' | 'memory' | 'learning' | 'settings' | 'use' | 'day' | 'sessions';

/** Something that is read from the API, and read again when a part that it depends on changes. */
export interface Topic<T> {
  /** Names it on the device. Two topics with the same key are the same. */
  key: string;
  parts: readonly Part[];
  read(rekindle: Rekindle, options: RequestOptions): Promise<T>;
}

/** Makes a topic. */
export const topic = <T>(
  key: string,
  parts: readonly Part[],
  read: (rekindle: Rekindle, options: RequestOptions) => Promise<T>,
): Topic<T> => ({ key, parts, read });

/** Whether the API answers: `fresh` while it does, with an `error` while it does not. */
export const connectionTopic = topic('connection', [], () => Promise.resolve(null));

export const profileTopic = topic(
  'profile',
  ['profile', 'use', 'day', 'settings'],
  (rekindle, options) => rekindle.profile.get({}, options),
);
export const statusTopic = topic(
  'status',
  ['learning', 'settings', 'profile'],
  (rekindle, options) => rekindle.profile.status(options),
);
export const inboxTopic = topic(
  'inbox',
  ['profile', 'memory', 'settings', 'day'],
  (rekindle, options) => rekindle.inbox.list(options),
);
export const settingsTopic = topic('settings', ['settings'], (rekindle, options) =>
  rekindle.account.settings(options),
);
export const sessionsTopic = topic('sessions', ['sessions'], async (rekindle, options) => {
  const { sessions } = await rekindle.sessions.list({ pageSize: 50 }, options);
  return sessions;
});

/** The newest notes, of one tier or of all, and how full the tiers are. */
export const notesTopic = (target?: 'memory' | 'user' | 'archive') =>
  topic(`notes ${target ?? ''}`, ['memory', 'settings', 'day'], (rekindle, options) =>
    rekindle.memory.list({ pageSize: 50, ...(target && { target }) }, options),
  );

/** The context block for a query. It is a preview: it does not count as a use. */
export const contextTopic = (query = '') =>
  topic(`context ${query}`, ['profile', 'memory', 'settings', 'day'], (rekindle, options) =>
    rekindle.context({ preview: true, ...(query && { query }) }, options),
  );

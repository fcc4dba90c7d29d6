/** The resources that views share. */
import { signal } from '@preact/signals';

import { listConnections } from '../api/access';
import * as api from '../api/calls';
import type { ChangelogEntry, Session, Tier } from '../api/types';
import { PagedResource, Resource } from './resource';

export const profile = new Resource(api.getProfile, ['profile', 'use', 'day', 'settings']);
export const status = new Resource(api.getStatus, ['learning', 'settings', 'profile']);
export const settings = new Resource(api.getSettings, ['settings']);

export const changelog = new PagedResource<ChangelogEntry>(
  async (token) => {
    const page = await api.listChangelog(token);
    return { items: page.entries, next: page.nextPageToken };
  },
  ['profile', 'settings'],
);

export const batches = new PagedResource(
  async (token) => {
    const page = await api.listBatches(token);
    return { items: page.batches, next: page.nextPageToken };
  },
  ['learning'],
);

export const sessions = new PagedResource<Session>(
  async (token) => {
    const page = await api.listSessions(token);
    return { items: page.sessions, next: page.nextPageToken };
  },
  ['sessions'],
);

// Whatever they write shows in how much they wrote.
export const connections = new Resource(listConnections, ['profile', 'memory', 'learning']);

/** The tag to which the shown notes are limited, if any. */
export const chosenTag = signal<string | undefined>(undefined);

const entriesOf = (tier: Tier) =>
  new PagedResource(
    async (pageToken) => {
      const page = await api.listMemory(tier, { tag: chosenTag.value, pageSize: 50, pageToken });
      return { items: page.entries, next: page.nextPageToken };
    },
    ['memory', 'settings', 'day'],
  );

export const entries = {
  memory: entriesOf('memory'),
  user: entriesOf('user'),
  archive: entriesOf('archive'),
};

export function chooseTag(tag: string | undefined): void {
  if (tag === chosenTag.value) return;
  chosenTag.value = tag;
  for (const list of Object.values(entries)) list.forget();
}

/** How full the tiers are. */
export const usage = new Resource(
  async () => (await api.listMemory('memory', { pageSize: 1 })).usage,
  ['memory', 'settings', 'day'],
);

/** What waits for the user's word. */
import type { RequestOptions, Transport, VersionedOptions } from '../http/transport.js';
import type { AnswerOf, InboxAnswer, InboxItem, Profile } from './models.js';

export class Inbox {
  constructor(private readonly transport: Transport) {}

  /** The open questions, newest first. */
  async list(options: RequestOptions = {}): Promise<InboxItem[]> {
    const call = { method: 'GET', path: '/v1/inbox', ...options } as const;
    return (await this.transport.json<AnswerOf<'profile_list_inbox'>>(call)).items;
  }

  /** Answers a question; returns the profile that follows. */
  async answer(id: string, answer: InboxAnswer, options: VersionedOptions = {}): Promise<Profile> {
    const path = `/v1/inbox/${encodeURIComponent(id)}`;
    const call = { method: 'POST', path, body: answer, ...options } as const;
    return (await this.transport.json<{ profile: Profile }>(call)).profile;
  }
}

/** What whoever runs the deployment sees and does. Only a user with the claim `operator` may call this. */
import type { RequestOptions, Transport } from '../http/transport.js';
import type { AnswerOf } from './models.js';
import type { PageAsked } from './pages.js';

/** How many were tried again, and how many were left alone, by reason. */
export interface TriedAgain {
  done: number;
  left: Record<string, number>;
}

export class Operating {
  constructor(private readonly transport: Transport) {}

  /** Analyses that failed, the last to fail first. */
  failures(
    page: PageAsked = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'admin_list_failed_batches'>> {
    return this.read('batches', { ...page }, options);
  }

  /** Queues a failed analysis again, or all of them. */
  retry(id?: string, options: RequestOptions = {}): Promise<TriedAgain> {
    return this.again('batches', 'retry', id, options);
  }

  /** Work that maintenance has given up, the longest parked first. */
  parked(
    page: PageAsked = {},
    options: RequestOptions = {},
  ): Promise<AnswerOf<'admin_list_parked'>> {
    return this.read('parked', { ...page }, options);
  }

  /** Lets maintenance try a piece of parked work again, or all of it. */
  release(id?: string, options: RequestOptions = {}): Promise<TriedAgain> {
    return this.again('parked', 'release', id, options);
  }

  /** US dollars by day, today first, and the budgets. */
  spending(days = 7, options: RequestOptions = {}): Promise<AnswerOf<'admin_spending'>> {
    return this.read('spending', { days }, options);
  }

  /** Runs of maintenance, the newest first. */
  runs(page: PageAsked = {}, options: RequestOptions = {}): Promise<AnswerOf<'admin_list_runs'>> {
    return this.read('runs', { ...page }, options);
  }

  /** The version, and the variables in effect; of a secret, whether it is set. */
  configuration(options: RequestOptions = {}): Promise<AnswerOf<'admin_configuration'>> {
    return this.read('configuration', {}, options);
  }

  private read<T>(list: string, query: Record<string, string | number>, options: RequestOptions) {
    return this.transport.json<T>({ method: 'GET', path: `/v1/admin/${list}`, query, ...options });
  }

  /** Of all of them, one request does a page. */
  private async again(
    list: string,
    verb: string,
    id: string | undefined,
    options: RequestOptions,
  ): Promise<TriedAgain> {
    const path = `/v1/admin/${list}${id === undefined ? '' : `/${encodeURIComponent(id)}`}/${verb}`;
    const told: TriedAgain = { done: 0, left: {} };
    let pageToken: string | null | undefined;
    do {
      const body = pageToken ? { pageToken } : {};
      const answer = await this.transport.json<Answer>({ method: 'POST', path, body, ...options });
      told.done += answer.retried ?? answer.released ?? 0;
      for (const [reason, count] of Object.entries(answer.left ?? {})) {
        told.left[reason] = (told.left[reason] ?? 0) + count;
      }
      pageToken = answer.nextPageToken;
    } while (pageToken);
    return told;
  }
}

type Answer = Partial<AnswerOf<'admin_retry_batches'> & AnswerOf<'admin_release_all'>>;

/** Settings, export, import, erasure. */
import type { RequestOptions, Transport } from '../http/transport.js';
import type {
  AnswerOf,
  ImportFormat,
  ImportPiece,
  ImportProgress,
  ImportReport,
  Settings,
} from './models.js';
import type { Patch } from './profile.js';

export class Account {
  constructor(private readonly transport: Transport) {}

  settings(options: RequestOptions = {}): Promise<Settings> {
    return this.transport.json({ method: 'GET', path: '/v1/settings', ...options });
  }

  /** Changes settings; switching something off takes effect at once. */
  set(patch: Patch<Settings>, options: RequestOptions = {}): Promise<Settings> {
    return this.transport.json({ method: 'PATCH', path: '/v1/settings', body: patch, ...options });
  }

  /** Everything that is stored about the user, as one document. */
  export(options: RequestOptions = {}): Promise<AnswerOf<'account_export'>> {
    return this.transport.json({ method: 'GET', path: '/v1/export', ...options });
  }

  /** Takes in an export, or the files of a legacy system; at most 1 MiB at a time. */
  import(
    data: unknown,
    format: ImportFormat = 'rekindle',
    options: RequestOptions = {},
  ): Promise<ImportReport> {
    const body = { format, data };
    return this.transport.json({ method: 'POST', path: '/v1/import', body, ...options });
  }

  /**
   * Takes in up to 100 messages of another product, oldest first. `id` is the import, of your choice;
   * `position` says how many messages came before.
   */
  importPiece(
    id: string,
    piece: ImportPiece,
    options: RequestOptions = {},
  ): Promise<AnswerOf<'account_import_piece'>> {
    const path = `/v1/imports/${encodeURIComponent(id)}`;
    return this.transport.json({ method: 'POST', path, body: piece, ...options });
  }

  /** How far the imports of other products' conversations have come, newest first. */
  imports(options: RequestOptions = {}): Promise<AnswerOf<'account_list_imports'>> {
    return this.transport.json({ method: 'GET', path: '/v1/imports', ...options });
  }

  /** How far one import has come. */
  importProgress(id: string, options: RequestOptions = {}): Promise<ImportProgress> {
    const path = `/v1/imports/${encodeURIComponent(id)}`;
    return this.transport.json({ method: 'GET', path, ...options });
  }

  /** Erases the user, in as many calls as it takes; returns how many documents were deleted. */
  async erase(options: RequestOptions = {}): Promise<Record<string, number>> {
    const deleted: Record<string, number> = {};
    for (;;) {
      const call = { method: 'DELETE', path: '/v1/account', ...options } as const;
      const answer = await this.transport.json<AnswerOf<'account_erase'>>(call);
      for (const [name, count] of Object.entries(answer.deleted)) {
        deleted[name] = (deleted[name] ?? 0) + count;
      }
      if (answer.complete !== false) return deleted;
    }
  }
}

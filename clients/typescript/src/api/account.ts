/** Settings, export, import, erasure. */
import type { RequestOptions, Transport } from '../http/transport.js';
import type {
  AnswerOf,
  ImportFormat,
  ImportPiece,
  ImportProgress,
  ImportReport,
  Settings,
  SettingsAnswer,
} from './models.js';
import { portionsOf } from './portions.js';
import type { Patch } from './profile.js';

/** How many parts of an import are done, and what became of their items. */
export interface ImportStep {
  done: number;
  total: number;
  report: ImportReport;
}

export interface ImportOptions extends RequestOptions {
  onProgress?: (step: ImportStep) => void;
}

export class Account {
  constructor(private readonly transport: Transport) {}

  settings(options: RequestOptions = {}): Promise<SettingsAnswer> {
    return this.transport.json({ method: 'GET', path: '/v1/settings', ...options });
  }

  /** Changes settings; switching something off takes effect at once. */
  set(patch: Patch<Settings>, options: RequestOptions = {}): Promise<SettingsAnswer> {
    return this.transport.json({ method: 'PATCH', path: '/v1/settings', body: patch, ...options });
  }

  /** Everything that is stored about the user, as one document. */
  export(options: RequestOptions = {}): Promise<AnswerOf<'account_export'>> {
    return this.transport.json({ method: 'GET', path: '/v1/export', ...options });
  }

  /**
   * Takes in an export, or the contents of a file of an older system: arrays and exports of any size,
   * in as many calls as it takes; anything else up to 1 MiB. What is there already stays, so an import
   * that has failed can be repeated.
   */
  async import(
    data: unknown,
    format: ImportFormat = 'rekindle',
    { onProgress, idempotencyKey, ...options }: ImportOptions = {},
  ): Promise<ImportReport> {
    const portions = portionsOf(data);
    let report: ImportReport = { taken: 0, merged: 0, refused: [], total: 0 };
    for (const [done, portion] of portions.entries()) {
      onProgress?.({ done, total: portions.length, report });
      const told = await this.transport.json<ImportReport>({
        method: 'POST',
        path: '/v1/import',
        body: { format, data: portion },
        ...options,
        idempotencyKey: idempotencyKey && `${idempotencyKey}.${done}`,
      });
      report = {
        taken: report.taken + told.taken,
        merged: report.merged + told.merged,
        refused: [...report.refused, ...told.refused],
        total: report.total + told.total,
      };
    }
    onProgress?.({ done: portions.length, total: portions.length, report });
    return report;
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

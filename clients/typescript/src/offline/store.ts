import type { RecordedPrompt } from '../api/models.js';

/** A message that waits on the device. */
export interface Queued {
  /** Chosen on the device, so that the server knows the message when it is sent again. */
  id: string;
  content: string;
  role?: 'user' | 'assistant' | 'system' | 'tool';
  sessionId?: string;
  /** When it was said. */
  createdAt: string;
}

/** A message that the server will never take, and why. */
export interface RefusedPrompt extends Queued {
  reason: RecordedPrompt['reason'];
  message: string;
}

export interface Lanes {
  waiting: Queued;
  refused: RefusedPrompt;
}
export type Lane = keyof Lanes;

/**
 * Keeps messages on the device, one user's in each store. Both lanes keep the order of `append`, also
 * of calls that do not wait for each other.
 */
export interface QueueStore {
  /** The same for every store that holds the same messages. */
  readonly name: string;
  /** Resolves once the message survives a crash. One whose ID is there already is not added. */
  append<L extends Lane>(lane: L, prompt: Lanes[L]): Promise<void>;
  /** The oldest messages. */
  oldest<L extends Lane>(lane: L, limit: number): Promise<Lanes[L][]>;
  remove(lane: Lane, ids: readonly string[]): Promise<void>;
  count(lane: Lane): Promise<number>;
}

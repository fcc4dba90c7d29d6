/** The data that views show: read once, shared, and reloaded when a part it depends on changes. */
import { signal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

import type { Part } from '../api/types';

interface Loaded<T> {
  data?: T;
  error?: unknown;
}

/** Settles once the stamps from before the first read are known. */
let gate: Promise<unknown> = Promise.resolve();
const all = new Set<Resource<unknown>>();

export class Resource<T> {
  readonly state: Signal<Loaded<T>> = signal({});
  private watchers = 0;
  private stale = true;
  private loading = 0;

  constructor(
    private readonly load: () => Promise<T>,
    readonly parts: readonly Part[],
  ) {
    all.add(this);
  }

  get data(): T | undefined {
    return this.state.value.data;
  }

  /** Reloads. The old data stays until the new arrives; the answer to the latest request wins. */
  async refresh(): Promise<void> {
    const turn = ++this.loading;
    this.stale = false;
    await gate;
    if (turn !== this.loading) return;
    try {
      const data = await this.load();
      if (turn === this.loading) this.state.value = { data };
    } catch (error) {
      if (turn === this.loading) {
        this.stale = true;
        this.state.value = { ...this.state.value, error };
      }
    }
  }

  watch(): () => void {
    this.watchers += 1;
    if (this.stale) void this.refresh();
    return () => {
      this.watchers -= 1;
    };
  }

  /** Retries if the resource is shown and its last read failed. */
  again(): void {
    if (this.watchers && this.stale) void this.refresh();
  }

  moved(): void {
    if (this.watchers) void this.refresh();
    else this.stale = true;
  }

  forget(): void {
    this.loading += 1;
    this.stale = true;
    this.state.value = {};
    if (this.watchers) void this.refresh();
  }
}

/** A list that grows by pages; reloading reads as many pages as are shown. */
export class PagedResource<T> extends Resource<{ items: T[]; more: boolean }> {
  private readonly size: { pages: number };

  constructor(
    page: (token?: string) => Promise<{ items: T[]; next?: string | undefined }>,
    parts: readonly Part[],
  ) {
    const size = { pages: 1 };
    super(async () => {
      const items: T[] = [];
      let token: string | undefined;
      for (let read = 0; read < size.pages; read += 1) {
        const answer = await page(token);
        items.push(...answer.items);
        token = answer.next;
        if (!token) break;
      }
      return { items, more: token !== undefined };
    }, parts);
    this.size = size;
  }

  async more(): Promise<void> {
    this.size.pages += 1;
    await this.refresh();
  }

  override forget(): void {
    this.size.pages = 1;
    super.forget();
  }
}

/** The current state of a resource; renders again when it changes. */
export function useResource<T>(resource: Resource<T>): Loaded<T> {
  useEffect(() => resource.watch(), [resource]);
  return resource.state.value;
}

export function invalidate(parts: readonly Part[]): void {
  for (const resource of all) {
    if (resource.parts.some((part) => parts.includes(part))) resource.moved();
  }
}

/** Retries failed reads of what is shown, which nothing else would trigger. */
export function readAgain(): void {
  for (const resource of all) resource.again();
}

/** Drops all data when the user changes; what is shown is read again after `ready`. */
export function forgetAll(ready: Promise<unknown>): void {
  gate = ready;
  for (const resource of all) resource.forget();
}

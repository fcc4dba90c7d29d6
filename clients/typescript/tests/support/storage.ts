import type { AsyncStorage } from '../../src/offline/index.js';

/** A phone's storage, which outlives the app. */
export class Phone {
  readonly values = new Map<string, string>();
  private processes = 0;

  /** Starts the app anew: what the one before had begun to write may or may not be written. */
  start(): AsyncStorage {
    this.processes += 1;
    const own = this.processes;
    const later = <T>(act: () => T) =>
      new Promise<T>((resolve) =>
        setImmediate(() => {
          if (own === this.processes) resolve(act());
        }),
      );
    return {
      getItem: (key) => later(() => this.values.get(key) ?? null),
      setItem: (key, value) => later(() => this.values.set(key, value)),
      removeItem: (key) => later(() => this.values.delete(key)),
      getAllKeys: () => later(() => [...this.values.keys()].reverse()),
    };
  }
}

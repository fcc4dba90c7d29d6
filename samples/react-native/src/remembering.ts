/** One user's Rekindle on a phone. It knows no React Native, so that it can be tried without a phone. */
import { Rekindle, type TokenSource } from 'rekindle-client';
import { asyncStorageCache, everySoOften, Live, type Signal } from 'rekindle-client/live';
import { asyncStorageStore, OfflineQueue, type AsyncStorage } from 'rekindle-client/offline';

/** Calls the listener at every such moment, until the returned function is called. */
export type Moments = (listener: () => void) => () => void;

export interface Device {
  storage: AsyncStorage;
  /** When there is a network again. */
  online: Moments;
  /** When the app comes to the foreground. */
  foreground: Moments;
}

export interface Account {
  url: string;
  uid: string;
  token: TokenSource;
  /** What tells of changes; without it, the API is asked every few seconds. */
  signal?: Signal;
}

export interface Remembering {
  rekindle: Rekindle;
  queue: OfflineQueue;
  live: Live;
  /** The user signs out: nothing of theirs stays, but for what waits to be sent. */
  end(): Promise<void>;
}

const ASK_EVERY = 5000;

export function remember(account: Account, device: Device): Remembering {
  const { url, uid, token, signal = everySoOften(ASK_EVERY) } = account;
  const rekindle = new Rekindle({ url, token });
  const queue = new OfflineQueue({ rekindle, store: asyncStorageStore(uid, device.storage) });
  const live = new Live({ rekindle, signal, cache: asyncStorageCache(uid, device.storage) });
  const catchUp = () => {
    void queue.flush();
    void live.check();
  };
  const stops = [device.online(catchUp), device.foreground(catchUp)];
  return {
    rekindle,
    queue,
    live,
    async end() {
      for (const stop of stops) stop();
      queue.close();
      await live.clear();
    },
  };
}

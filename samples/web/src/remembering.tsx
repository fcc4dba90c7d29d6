/** One user's Rekindle: the client, the queue, and what is shown live. */
import { useEffect, useState, type ReactNode } from 'react';
import { Rekindle } from 'rekindle-client';
import { browserCache, Live } from 'rekindle-client/live';
import { indexedDBStore, OfflineQueue } from 'rekindle-client/offline';
import { RekindleProvider } from 'rekindle-client/react';

import type { User } from './user';

interface Made {
  rekindle: Rekindle;
  live: Live;
  queue: OfflineQueue;
}

export function Remembering({ user, children }: { user: User; children: ReactNode }) {
  const [made, setMade] = useState<Made | null>(null);
  useEffect(() => {
    const rekindle = new Rekindle({ url: location.origin, token: user.token });
    const cache = browserCache(user.uid);
    const live = new Live({ rekindle, cache, ...(user.signal && { signal: user.signal }) });
    const queue = new OfflineQueue({ rekindle, store: indexedDBStore(user.uid) });
    setMade({ rekindle, live, queue });
    return () => {
      queue.close();
      live.close();
    };
  }, [user]);
  return made && <RekindleProvider {...made}>{children}</RekindleProvider>;
}

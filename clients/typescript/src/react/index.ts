/** React hooks. */
import {
  createContext,
  createElement,
  useCallback,
  useContext,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';

import type { NewPrompt, Recorded } from '../api/prompts.js';
import type { Live, Watched } from '../live/live.js';
import {
  contextTopic,
  inboxTopic,
  notesTopic,
  profileTopic,
  sessionsTopic,
  settingsTopic,
  statusTopic,
  type Topic,
} from '../live/topics.js';
import type { Kept, OfflineQueue, QueueState } from '../offline/queue.js';
import type { Rekindle } from '../rekindle.js';

export interface RekindleProviderProps {
  rekindle: Rekindle;
  live: Live;
  /** With a queue, `useRecord` works without a connection. */
  queue?: OfflineQueue;
  children?: ReactNode;
}

type Provided = Omit<RekindleProviderProps, 'children'>;

const Context = createContext<Provided | null>(null);

/** Gives one user's Rekindle to the hooks below it. Give it another one when the user changes. */
export function RekindleProvider({ rekindle, live, queue, children }: RekindleProviderProps) {
  const provided = useMemo(
    () => ({ rekindle, live, ...(queue && { queue }) }),
    [rekindle, live, queue],
  );
  return createElement(Context.Provider, { value: provided }, children);
}

function useProvided(): Provided {
  const provided = useContext(Context);
  if (!provided) throw new Error('Put a <RekindleProvider> around what uses Rekindle.');
  return provided;
}

/** The client, for calls that no hook makes. */
export const useRekindle = (): Rekindle => useProvided().rekindle;

/** What is known of a topic; renders again when that changes. */
export function useTopic<T>(topic: Topic<T>): Watched<T> {
  const { live } = useProvided();
  // A topic that is made while rendering is the same as long as its key is.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const same = useMemo(() => topic, [topic.key]);
  const subscribe = useCallback((changed: () => void) => live.watch(same, changed), [live, same]);
  const read = useCallback(() => live.get(same), [live, same]);
  return useSyncExternalStore(subscribe, read, read);
}

export const useProfile = () => useTopic(profileTopic);
export const useStatus = () => useTopic(statusTopic);
export const useInbox = () => useTopic(inboxTopic);
export const useSettings = () => useTopic(settingsTopic);
export const useSessions = () => useTopic(sessionsTopic);
/** The newest notes, of one tier or of all. */
export const useNotes = (target?: 'memory' | 'user' | 'archive') => useTopic(notesTopic(target));
/** The context block, as a preview. */
export const useContextBlock = (query = '') => useTopic(contextTopic(query));

/** Records what the user says: through the queue if there is one. */
export function useRecord(): (prompt: string | NewPrompt) => Promise<Kept | Recorded> {
  const { rekindle, queue, live } = useProvided();
  return useCallback(
    async (prompt) => {
      const outcome = await (queue ?? rekindle).record(prompt);
      void live.check();
      return outcome;
    },
    [rekindle, queue, live],
  );
}

const NO_QUEUE: QueueState = { waiting: 0, refused: 0, sending: false };

/** How many messages wait on the device; renders again when that changes. */
export function useQueue(): QueueState {
  const { queue } = useProvided();
  const subscribe = useCallback(
    (changed: () => void) => queue?.subscribe(changed) ?? (() => undefined),
    [queue],
  );
  const read = useCallback(() => queue?.state ?? NO_QUEUE, [queue]);
  return useSyncExternalStore(subscribe, read, read);
}

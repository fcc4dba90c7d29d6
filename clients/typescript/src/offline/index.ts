export { OfflineQueue, type Kept, type QueueOptions, type QueueState } from './queue.js';
export type { Lane, Lanes, Queued, QueueStore, RefusedPrompt } from './store.js';
export { asyncStorageStore, type AsyncStorage } from './stores/async-storage.js';
export { indexedDBStore } from './stores/indexeddb.js';
export { memoryStore } from './stores/memory.js';

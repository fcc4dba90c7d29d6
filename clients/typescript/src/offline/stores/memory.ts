import type { Lane, Lanes, QueueStore } from '../store.js';

/** Keeps messages as long as the process lives. */
export function memoryStore(name = 'memory'): QueueStore {
  const lanes: { [L in Lane]: Lanes[L][] } = { waiting: [], refused: [] };
  const laneOf = <L extends Lane>(lane: L): Lanes[L][] => lanes[lane];
  return {
    name,
    append(lane, prompt) {
      const kept = laneOf(lane);
      if (!kept.some(({ id }) => id === prompt.id)) kept.push(prompt);
      return Promise.resolve();
    },
    oldest: (lane, limit) => Promise.resolve(laneOf(lane).slice(0, limit)),
    remove(lane, ids) {
      const gone = new Set(ids);
      const kept = laneOf(lane);
      kept.splice(0, kept.length, ...kept.filter(({ id }) => !gone.has(id)));
      return Promise.resolve();
    },
    count: (lane) => Promise.resolve(laneOf(lane).length),
  };
}

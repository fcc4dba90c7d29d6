/**
 * Preact in the place of React, for the component library, which counts on two ways of React's.
 *
 * React runs insertion effects before it hands out references, Preact after. The library keeps its
 * handlers up to date in them where they exist, and would be called too early; without them it does
 * so while it renders.
 *
 * React's events are objects of its own, whose `currentTarget` can be set later, when the browser's
 * has gone.
 *
 * And React's ids are unique in the page; Preact's repeat themselves in portals.
 */
import { options } from 'preact';
import * as compat from 'preact/compat';

export * from 'preact/compat';
export const useInsertionEffect = undefined;
let given = 0;
export function useId() {
  return compat.useState(() => `part-${(given += 1)}`)[0];
}
export default compat;

const native = Object.getOwnPropertyDescriptor(globalThis.Event.prototype, 'currentTarget').get;
const earlier = options.event;

options.event = (given) => {
  const event = earlier?.(given) ?? given;
  if (!Object.hasOwn(event, 'currentTarget')) {
    let later = null;
    Object.defineProperty(event, 'currentTarget', {
      configurable: true,
      get: () => native.call(event) ?? later,
      set: (target) => {
        later = target;
      },
    });
  }
  return event;
};

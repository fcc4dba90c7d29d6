/**
 * Preact in place of React, for the component library: what it uses of React, and no more, since all
 * that stands here is sent. It relies on three details of React.
 *
 * React runs insertion effects before it sets refs, Preact after. The library updates its handlers in
 * insertion effects if they exist, so they would be called too early; without them, as here, it
 * updates its handlers while rendering.
 *
 * React's events are its own objects, whose `currentTarget` can be set later, when the browser has
 * cleared its own.
 *
 * React's ids are unique in the page; Preact's repeat in portals.
 */
import { options } from 'preact';
import { useState } from 'preact/compat';

export {
  cloneElement,
  createContext,
  createPortal,
  createRef,
  flushSync,
  forwardRef,
  Fragment,
  isValidElement,
  memo,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from 'preact/compat';

let given = 0;
export function useId() {
  return useState(() => `part-${(given += 1)}`)[0];
}

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

/** What tells that something may have changed. */

/**
 * Calls `changed` whenever something may have changed, until the returned function is called. What
 * `changed` returns is done once that is known.
 */
export type Signal = (changed: () => Promise<void>) => () => void;

/** Whether nobody sees the page. */
export const isHidden = () => typeof document !== 'undefined' && document.hidden;

/**
 * Asks so many milliseconds after the last answer, unless the page is hidden; and when it is shown
 * again, or the device goes offline or comes back.
 */
export function everySoOften(milliseconds: number | (() => number) = 1000): Signal {
  return (changed) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const plan = () => {
      clearTimeout(timer);
      if (stopped) return;
      timer = setTimeout(tick, typeof milliseconds === 'number' ? milliseconds : milliseconds());
    };
    const tick = () => {
      if (isHidden()) plan();
      else void changed().finally(plan);
    };
    const stops = [
      heardOn('document', 'visibilitychange', tick),
      heardOn('window', 'online', tick),
      heardOn('window', 'offline', tick),
    ];
    plan();
    return () => {
      stopped = true;
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  };
}

/** Listens to an event of the page, if there is a page. */
function heardOn(name: 'document' | 'window', event: string, listener: () => void): () => void {
  const target = (globalThis as { document?: Partial<EventTarget>; window?: Partial<EventTarget> })[
    name
  ];
  // React Native has a window that has no events.
  target?.addEventListener?.(event, listener);
  return () => target?.removeEventListener?.(event, listener);
}

/** Listens to several signals. */
export function anyOf(...signals: readonly Signal[]): Signal {
  return (changed) => {
    const stops = signals.map((signal) => signal(changed));
    return () => stops.forEach((stop) => stop());
  };
}

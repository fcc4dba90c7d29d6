/** What tells that something may have changed. */

/** Calls `changed` whenever something may have changed, until the returned function is called. */
export type Signal = (changed: () => void) => () => void;

/** Asks at intervals, in milliseconds, unless the page is hidden, and when it is shown again. */
export function everySoOften(milliseconds = 2000): Signal {
  return (changed) => {
    const hidden = () => typeof document !== 'undefined' && document.hidden;
    const tick = () => {
      if (!hidden()) changed();
    };
    const timer = setInterval(tick, milliseconds);
    const page = typeof document === 'undefined' ? undefined : document;
    page?.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      page?.removeEventListener('visibilitychange', tick);
    };
  };
}

/** Listens to several signals. */
export function anyOf(...signals: readonly Signal[]): Signal {
  return (changed) => {
    const stops = signals.map((signal) => signal(changed));
    return () => stops.forEach((stop) => stop());
  };
}

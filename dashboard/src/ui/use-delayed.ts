import { useEffect, useState } from 'preact/hooks';

const WAIT = 200;

/** A value once it has stopped changing, so that not every key press sends a request. */
export function useDelayed<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), WAIT);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}

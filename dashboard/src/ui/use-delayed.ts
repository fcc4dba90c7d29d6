import { useEffect, useState } from 'preact/hooks';

const WAIT = 200;

/** A value once it has stood still for a moment, so that not every key press asks the server. */
export function useDelayed<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(value), WAIT);
    return () => window.clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Reads something that is not kept up to date by itself. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { RequestOptions } from 'rekindle-client';

import { Failure, Skeleton } from './parts';

interface Answer<T> {
  data: T | null;
  error: unknown;
  retry: () => void;
}

/**
 * Reads once for each key, and again when something has moved; nothing if the key is empty. The
 * answer to a key is there until the next one to the same key arrives.
 */
export function useRead<T>(
  key: string,
  read: (options: RequestOptions) => Promise<T>,
  ...moved: unknown[]
): Answer<T> {
  const [known, setKnown] = useState<{ key: string; data?: T; error?: unknown }>({ key });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!key) return;
    const asked = new AbortController();
    const { signal } = asked;
    read({ signal })
      .then((data) => signal.aborted || setKnown({ key, data }))
      .catch((error: unknown) => signal.aborted || setKnown({ key, error }));
    return () => asked.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for `read`
  }, [key, turn, ...moved]);
  const { data = null, error = null } = known.key === key ? known : {};
  return { data, error, retry: () => setTurn(turn + 1) };
}

/** What was read, or that it is being read, or why that failed. */
export function Read<T>(props: {
  what: string;
  from: (options: RequestOptions) => Promise<T>;
  lines: number;
  children: (data: T) => ComponentChildren;
}) {
  const { data, error, retry } = useRead(props.what, props.from);
  if (error) return <Failure error={error} retry={retry} />;
  return data ? <>{props.children(data)}</> : <Skeleton lines={props.lines} />;
}

/** A text in which the words of a search are marked. */
import type { ComponentChildren } from 'preact';

export interface Highlight {
  /** In characters (Unicode code points). */
  start: number;
  end: number;
}

export function Marked(props: { text: string; highlights: readonly Highlight[] }) {
  if (!props.highlights.length) return <>{props.text}</>;
  const letters = Array.from(props.text);
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const { start, end } of props.highlights) {
    parts.push(letters.slice(at, start).join(''));
    parts.push(<mark key={start}>{letters.slice(start, end).join('')}</mark>);
    at = end;
  }
  return (
    <>
      {parts}
      {letters.slice(at).join('')}
    </>
  );
}

import { cut, spansOf, type Span } from '../logic/marks';

/** A text with stretches marked, such as the words of a search. */
export function Marked({ text, spans }: { text: string; spans: readonly Span[] }) {
  return (
    <>
      {cut(text, spans).map((part, index) =>
        part.span ? <mark key={index}>{part.text}</mark> : part.text,
      )}
    </>
  );
}

/** A message of the user's, in which the words that count are marked. */
export function Quoted({ text, quotes = [] }: { text: string; quotes?: readonly string[] }) {
  return (
    <blockquote>
      <p>
        <Marked text={text} spans={spansOf(text, quotes)} />
      </p>
    </blockquote>
  );
}

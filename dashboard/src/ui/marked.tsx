import { marked } from '../logic/marks';

/** A message of the user's, in which the words that count are marked. */
export function Marked({ text, quotes }: { text: string; quotes: readonly string[] }) {
  return (
    <blockquote>
      <p>
        {marked(text, quotes).map((part, index) =>
          part.marked ? <mark key={index}>{part.text}</mark> : part.text,
        )}
      </p>
    </blockquote>
  );
}

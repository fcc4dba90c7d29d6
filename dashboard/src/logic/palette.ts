/** What fits what is typed in the palette. */
/** Whether a text has each of the words, whatever their case and accents. */
export function fits(text: string, sought: string): boolean {
  const plain = folded(text);
  return folded(sought)
    .split(/\s+/)
    .every((word) => plain.includes(word));
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

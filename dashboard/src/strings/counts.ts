/** Numbers in a sentence, as a language writes them. */
export function counts(language: string) {
  // Made when they are first needed, since making them is slow.
  let rules: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  const figure = (count: number) => (numbers ??= new Intl.NumberFormat(language)).format(count);
  const isOne = (count: number) =>
    (rules ??= new Intl.PluralRules(language)).select(count) === 'one';
  return {
    figure,
    /** A number and what it counts; a language without a plural gives one word. */
    many: (count: number, one: string, other = one) =>
      `${figure(count)} ${isOne(count) ? one : other}`,
  };
}

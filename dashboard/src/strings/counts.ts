/** Numbers in a sentence, as a language writes them. */
export function counts(language: string) {
  const rules = new Intl.PluralRules(language);
  const figure = (count: number) => count.toLocaleString(language);
  return {
    figure,
    /** A number and what it counts; a language without a plural gives one word. */
    many: (count: number, one: string, other = one) =>
      `${figure(count)} ${rules.select(count) === 'one' ? one : other}`,
  };
}

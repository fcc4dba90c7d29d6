/** A portrait in German. */
import {
  first,
  ifAny,
  listed,
  says,
  told,
  type Portrait,
  type Sentence,
} from '../../logic/portrait';

export function portrait(of: Portrait): Sentence {
  const { name, role, org, place, languages, editor } = of;
  const list = (type: Parameters<Portrait['of']>[0]) =>
    listed(of.of(type), 'de', (count) => (count === 1 ? 'etwas Weiteres' : `${count} weitere`));
  const there = ifAny([...says` bei ${org}`, ...says` in ${place}`]);
  const who = role
    ? [first(says`Sie sind ${name}, ${role}${there}.`, says`Sie arbeiten als ${role}${there}.`)]
    : [says`Sie sind ${name}.`, says`Sie arbeiten bei ${org}.`, says`Sie leben in ${place}.`];
  return told(
    ' ',
    ...who,
    first(
      says`Sie programmieren in ${languages}, Ihr Editor ist ${editor}.`,
      says`Sie programmieren in ${languages}.`,
      says`Ihr Editor ist ${editor}.`,
    ),
    says`So haben Sie es am liebsten: ${list('preference')}.`,
    says`Sie mögen ${list('like')}.`,
    says`Sie mögen nicht: ${list('dislike')}.`,
    says`Sie kennen sich aus mit ${list('expertise')}.`,
    says`Sie möchten mehr lernen über ${list('learning_interest')}.`,
    says`Ihre Ziele: ${list('goal')}.`,
  );
}

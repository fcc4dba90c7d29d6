/** A portrait in French. */
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
    listed(of.of(type), 'fr', (count) => `${count} de plus`);
  const there = ifAny([...says` chez ${org}`, ...says` (${place})`]);
  const who = role
    ? [first(says`Vous êtes ${name}, ${role}${there}.`, says`Vous êtes ${role}${there}.`)]
    : [
        says`Vous êtes ${name}.`,
        says`Vous travaillez chez ${org}.`,
        says`Où vous vivez : ${place}.`,
      ];
  return told(
    ' ',
    ...who,
    first(
      says`Vous programmez en ${languages} et votre éditeur est ${editor}.`,
      says`Vous programmez en ${languages}.`,
      says`Votre éditeur est ${editor}.`,
    ),
    says`Vous préférez : ${list('preference')}.`,
    says`Vous aimez : ${list('like')}.`,
    says`Vous n’aimez pas : ${list('dislike')}.`,
    says`Vous vous y connaissez en ${list('expertise')}.`,
    says`Vous voulez apprendre : ${list('learning_interest')}.`,
    says`Vos objectifs : ${list('goal')}.`,
  );
}

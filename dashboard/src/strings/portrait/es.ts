/** A portrait in Spanish. */
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
    listed(of.of(type), 'es', (count) => `${count} más`);
  const there = ifAny([...says` en ${org}`, ...says` (${place})`]);
  const who = role
    ? [first(says`Eres ${name}, ${role}${there}.`, says`Trabajas como ${role}${there}.`)]
    : [says`Eres ${name}.`, says`Trabajas en ${org}.`, says`Vives en ${place}.`];
  return told(
    ' ',
    ...who,
    first(
      says`Programas en ${languages} y tu editor es ${editor}.`,
      says`Programas en ${languages}.`,
      says`Tu editor es ${editor}.`,
    ),
    says`Prefieres: ${list('preference')}.`,
    says`Te gusta: ${list('like')}.`,
    says`No te gusta: ${list('dislike')}.`,
    says`Sabes de ${list('expertise')}.`,
    says`Quieres aprender: ${list('learning_interest')}.`,
    says`Tus objetivos: ${list('goal')}.`,
  );
}

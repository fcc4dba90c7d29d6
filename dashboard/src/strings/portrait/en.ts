/** A portrait in English. */
import {
  first,
  ifAny,
  listed,
  says,
  told,
  type Phrase,
  type Portrait,
  type Sentence,
} from '../../logic/portrait';

export function portrait(of: Portrait): Sentence {
  const { name, role, org, place, languages, editor } = of;
  const list = (type: Parameters<Portrait['of']>[0], spoken = toYou) =>
    listed(of.of(type).map(spoken), 'en', (count) => `${count} more`);
  const a = role && (/^[aeiou]/i.test(role.text) ? 'an' : 'a');
  const there = ifAny([...says` at ${org}`, ...says` in ${place}`]);
  const who = role
    ? [first(says`You are ${name}, ${a} ${role}${there}.`, says`You are ${a} ${role}${there}.`)]
    : [says`You are ${name}.`, says`You work at ${org}.`, says`You live in ${place}.`];
  return told(
    ' ',
    ...who,
    first(
      says`You write ${languages}, and your editor is ${editor}.`,
      says`You write ${languages}.`,
      says`Your editor is ${editor}.`,
    ),
    says`You prefer ${list('preference', doing)}.`,
    says`You like ${list('like')}.`,
    says`You don’t like ${list('dislike')}.`,
    says`You know your way around ${list('expertise')}.`,
    says`You want to learn ${list('learning_interest')}.`,
    says`You’re working toward ${list('goal')}.`,
  );
}

/** What was written down about somebody, said to them. */
const toYou = (phrase: Phrase): Phrase => ({
  ...phrase,
  text: phrase.text.replace(/\b(their|his|her)\b(?= \w)/g, 'your'),
});

/** The same of what somebody does: "uses Docker" is preferred as "using Docker". */
function doing(phrase: Phrase): Phrase {
  const said = toYou(phrase);
  return {
    ...said,
    text: said.text.replace(/^(us|tak|writ|eat|keep|work(?=s from))e?s /, '$1ing '),
  };
}

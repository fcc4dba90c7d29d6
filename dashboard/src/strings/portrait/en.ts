/** A portrait in English. */
import { listed, sentence, type Portrait, type Sentence } from '../../logic/portrait';

export function portrait(of: Portrait): Sentence[] {
  const list = (type: Parameters<Portrait['of']>[0]) => listed(of.of(type), 'and');
  return [
    ...who(of),
    ...work(of),
    ...sentence('You prefer ', list('preference'), '.'),
    ...sentence('You like ', list('like'), '.'),
    ...sentence('You do not like ', list('dislike'), '.'),
    ...sentence('You know your way around ', list('expertise'), '.'),
    ...sentence('You want to learn ', list('learning_interest'), '.'),
    ...sentence('What you are working towards: ', list('goal'), '.'),
  ];
}

function who({ name, role, org, place }: Portrait): Sentence[] {
  const at: Sentence = [...(org ? [' at ', org] : []), ...(place ? [' in ', place] : []), '.'];
  const a = role && (/^[aeiou]/i.test(role.text) ? 'an ' : 'a ');
  if (role) return [['You are ', ...(name ? [name, ', '] : []), a ?? '', role, ...at]];
  if (name) return [['You are ', name, ...at]];
  return [
    ...sentence('You work at ', org ? [org] : [], '.'),
    ...sentence('You live in ', place ? [place] : [], '.'),
  ];
}

function work({ languages, editor }: Portrait): Sentence[] {
  if (languages && editor) return [['You write ', languages, ', and your editor is ', editor, '.']];
  if (languages) return [['You write ', languages, '.']];
  return editor ? [['Your editor is ', editor, '.']] : [];
}

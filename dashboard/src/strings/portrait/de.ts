/** A portrait in German. */
import { listed, sentence, type Portrait, type Sentence } from '../../logic/portrait';

export function portrait(of: Portrait): Sentence[] {
  const list = (type: Parameters<Portrait['of']>[0]) => listed(of.of(type), 'und');
  return [
    ...who(of),
    ...work(of),
    ...sentence('So haben Sie es am liebsten: ', list('preference'), '.'),
    ...sentence('Sie mögen ', list('like'), '.'),
    ...sentence('Nicht so gern mögen Sie ', list('dislike'), '.'),
    ...sentence('Sie kennen sich aus mit ', list('expertise'), '.'),
    ...sentence('Lernen möchten Sie ', list('learning_interest'), '.'),
    ...sentence('Ihre Ziele: ', list('goal'), '.'),
  ];
}

function who({ name, role, org, place }: Portrait): Sentence[] {
  const at: Sentence = [...(org ? [' bei ', org] : []), ...(place ? [' in ', place] : []), '.'];
  if (name) return [['Sie sind ', name, ...(role ? [', ', role] : []), ...at]];
  if (role) return [['Sie arbeiten als ', role, ...at]];
  return [
    ...sentence('Sie arbeiten bei ', org ? [org] : [], '.'),
    ...sentence('Sie leben in ', place ? [place] : [], '.'),
  ];
}

function work({ languages, editor }: Portrait): Sentence[] {
  if (languages && editor) {
    return [['Sie programmieren in ', languages, ', Ihr Editor ist ', editor, '.']];
  }
  if (languages) return [['Sie programmieren in ', languages, '.']];
  return editor ? [['Ihr Editor ist ', editor, '.']] : [];
}

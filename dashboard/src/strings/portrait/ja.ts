/** A portrait in Japanese. */
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
    listed(of.of(type), 'ja', (count) => `ほか${count}件`);
  const there = ifAny([...says`${org}の`]);
  const who = role
    ? [first(says`${name}さんは${there}${role}です。`, says`あなたは${there}${role}です。`)]
    : [says`お名前は${name}です。`, says`勤務先は${org}です。`];
  return told(
    '',
    ...who,
    says`拠点は${place}です。`,
    first(
      says`プログラミング言語は${languages}、エディターは${editor}をお使いです。`,
      says`プログラミング言語は${languages}をお使いです。`,
      says`エディターは${editor}をお使いです。`,
    ),
    says`お好みは${list('preference')}です。`,
    says`好きなものは${list('like')}です。`,
    says`苦手なものは${list('dislike')}です。`,
    says`得意分野は${list('expertise')}です。`,
    says`学びたいことは${list('learning_interest')}です。`,
    says`目標は${list('goal')}です。`,
  );
}

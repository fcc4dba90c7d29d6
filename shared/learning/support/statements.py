"""What kind of sentence a quote is from: only what users state of themselves is taken as said.

This reads English, by its small words. In other languages only a question mark is understood, and
everything else counts as a statement.
"""

import re
from collections.abc import Sequence
from functools import cached_property

from shared.base.text import fold
from shared.documents.profile import Level, PreferenceType
from shared.learning.support import cues
from shared.learning.support.said import Said
from shared.learning.support.words import content, language, words

_SENTENCE = re.compile(r"[^.!?。！？\n]+[.!?。！？]*")
_LONGEST_SENTENCE = 1000
"""How much of a text without an end of a sentence is read, in characters each way."""
_REACH = 5
"""How many words before a thing a word of feeling is looked for."""


class Utterance:
    """A quote within the sentence and the message that it is from."""

    def __init__(self, quote: str, message: Said) -> None:
        self.quote = quote[:_LONGEST_SENTENCE]
        self.message = message

    @cached_property
    def said(self) -> Said:
        """The quote, for looking up its words."""
        return Said([self.quote])

    @cached_property
    def _found(self) -> list[str]:
        return words(self.quote)

    @cached_property
    def _sentence(self) -> str:
        """The sentence in which the quote ends, or the quote if it is in none."""
        text, part = self.message.folded, fold(self.quote)
        end = text.find(part) + len(part)
        start = max(0, end - _LONGEST_SENTENCE)
        for match in _SENTENCE.finditer(text, start, end + _LONGEST_SENTENCE):
            if match.start() < end <= match.end():
                return match.group()
        return part

    @cached_property
    def _around(self) -> list[str]:
        return words(self._sentence)

    @cached_property
    def _is_english(self) -> bool:
        """Whether the sentence is in English, as the message tells if the sentence does not."""
        return (language(self._sentence) or self.message.language) == "en"

    @property
    def _is_question(self) -> bool:
        return self._sentence.rstrip().endswith(("?", "？"))

    @property
    def _is_order(self) -> bool:
        start = next((word for word in self._around if word not in cues.BEFORE_AN_ERRAND), "")
        return start in cues.ERRANDS

    def is_stated(self, *, of_others: bool = False) -> bool:
        """Returns whether users say it of themselves, rather than ask it or tell of others.

        Args:
            of_others: whether what they say of other people counts as well.
        """
        if self._is_question and cues.ASKED_OF_US.isdisjoint(self._around):
            return False
        if not self._is_english:
            return True
        is_mine = not cues.SUBJECT.isdisjoint(self._found)
        if self._is_order and not is_mine and cues.ALWAYS.isdisjoint(self._around):
            return False
        of_me = is_mine or "me" in self._found
        if not (of_others or of_me or cues.OTHERS.isdisjoint(self._found)):
            return False
        if not (cues.FIRST_PERSON | cues.STANDING | cues.JUDGED).isdisjoint(self._around):
            return True
        return self._around[:1] != [] and self._around[0] in cues.HOW_TO_ANSWER

    @property
    def is_errand(self) -> bool:
        """Whether an English sentence only asks for work: nothing in it is about the user."""
        if not self._is_english:
            return False
        if not (cues.SPEAKERS | cues.JUDGED).isdisjoint(self._around):
            return False
        return self._is_order or (self._is_question and "me" not in self._around)

    def is_denied(self, claim: str, *, is_wish: bool = False) -> bool:
        """Returns whether an English quote is of somebody else, of the past, or not meant.

        Args:
            claim: what was made of it, which may well say that it is of somebody else, or past.
            is_wish: whether that is how to answer, as in "explain it as if I were five".
        """
        if not self._is_english:
            return False
        around, claimed = set(self._around), set(words(claim))
        if not is_wish and cues.UNREAL.search(self._sentence):
            return True
        if not is_wish and cues.SIMILE.search(fold(self.quote).replace("’", "'")):
            return True
        is_past = "used to" in " ".join(self._found)
        if is_past and around.isdisjoint(cues.SINCE) and claimed.isdisjoint(cues.FORMER):
            return True
        of_others = not around.isdisjoint(cues.OTHERS) and around.isdisjoint(cues.SUBJECT)
        return of_others and claimed.isdisjoint(cues.OTHERS | {"family", "parent"})

    @property
    def has_no_speaker(self) -> bool:
        """Whether the message lacks the first person that its language cannot do without."""
        speakers = cues.SPEAKERS_OF.get(self.message.language or "")
        return speakers is not None and speakers.isdisjoint(self.message.words)

    def contradicts(self, description: str, *, likes: bool) -> bool:
        """Returns whether it says the opposite of a like or a dislike, in English.

        What counts is the word of feeling before the thing, as in "I hate mushrooms".
        """
        things = content(description)
        feelings: list[bool] = []
        for place, word in enumerate(self._found):
            if word not in things:
                continue
            before = range(max(0, place - _REACH), place)
            felt = [at for at in before if _is_felt(self._found, at)]
            if felt:
                at = felt[-1]
                is_negated = not cues.NEGATIONS.isdisjoint(self._found[max(0, at - 2) : at])
                feelings.append((self._found[at] in cues.LIKED) is not is_negated)
        return bool(feelings) and all(feeling is not likes for feeling in feelings)

    def expresses(self, type_: PreferenceType) -> bool:
        """Returns whether the sentence says that something is liked, aimed at, and so on.

        Naming a thing is not enough: who had pizza for dinner has not said that they like it. For
        types without such words, and in other languages, the answer is True.
        """
        telling = cues.CUES.get(type_)
        return telling is None or not self._is_english or not telling.isdisjoint(self._around)

    @property
    def level(self) -> Level | None:
        """The skill level that the words of the quote point to, if they point to one."""
        found = set(self._found)
        hits = {level: len(found & told) for level, told in cues.LEVEL_WORDS.items()}
        best = max(hits, key=lambda level: hits[level])
        return best if hits[best] else None


def _is_felt(found: Sequence[str], at: int) -> bool:
    """Whether a word is one of feeling; "like" is one only after a subject ("services like X")."""
    if found[at] in ("like", "likes"):
        return not cues.BEFORE_LIKE.isdisjoint(found[max(0, at - 2) : at])
    return found[at] in cues.LIKED or found[at] in cues.HATED

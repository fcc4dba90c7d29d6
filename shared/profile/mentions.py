"""Whether a text mentions a value: by its names, or else by its words."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from shared.base.sameness import object_of
from shared.base.text import fold, stems

_WORD = re.compile(r"[^\W_]+(?:[.+#&-][^\W_]+)*[+#]*")
_OWN = re.compile(r"['’]s?\b")
_SPACE = (" ", "-")
_WHEN = frozenset(
    """
    a an and at daily day days each every evening evenings friday fridays in month monday mondays
    month monthly morning mornings of often on once per regularly saturday saturdays sunday sundays
    the three thursday thursdays time times to tuesday tuesdays twice two wednesday wednesdays week
    weekend weekends weekly weeks with year years
    """.split()
)
"""Words that tell when something is done, on which nothing rests."""


class Text:
    """The words of a text, found once for all values that it may mention."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain = _OWN.sub("", text)
        self._found = list(_WORD.finditer(self._plain))
        self._folded = [_folded(match.group()) for match in self._found]
        self._places: dict[str, list[int]] = {}
        for place, word in enumerate(self._folded):
            self._places.setdefault(word, []).append(place)

    @property
    def words(self) -> Collection[str]:
        """Its words, folded."""
        return self._places.keys()

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its significant words."""
        return frozenset(stems(self._text))

    def names(self, names: Sequence[str]) -> bool:
        """Returns whether it has these names in a row, and not as a part of a longer name."""
        size = len(names)
        return any(
            self._folded[start : start + size] == names
            and is_name(self._word(start))
            and not self._is_longer(start, start + size)
            for start in self._places.get(names[0], ())
        )

    def _is_longer(self, start: int, end: int) -> bool:
        # "New York" is not York; "In Hamburg" is Hamburg, at the start of a sentence as well.
        if start > 1 and is_name(self._word(start - 1)) and self._between(start) in _SPACE:
            return True
        if end == len(self._found):
            return False
        after = self._word(end)
        return is_name(after) and not after.isupper() and self._between(end) in _SPACE

    def _word(self, place: int) -> str:
        return self._found[place].group()

    def _between(self, place: int) -> str:
        """Returns what stands before the word at a place."""
        return self._plain[self._found[place - 1].end() : self._found[place].start()]


class Anchor:
    """The words by which a text is recognized as resting on a value.

    Names count if the value has any: "Hamburg" of "a flat in Hamburg". Otherwise all words do.
    """

    def __init__(self, value: str) -> None:
        words = _words(value)
        # The first word of a description is capitalized whatever it is.
        names = [
            word for index, word in enumerate(words) if is_name(word) and _counts(index, words)
        ]
        self._names = [_folded(name) for name in names]
        self._stems = frozenset() if names else activity(value) or frozenset(stems(value))

    @property
    def name(self) -> str | None:
        """A folded word that every text with the value has, if names tell it."""
        return self._names[0] if self._names else None

    @property
    def stem(self) -> str | None:
        """A stem that every text with the value has, if its words tell it; None for no words."""
        return min(self._stems, default=None)

    def is_in(self, text: Text) -> bool:
        """Returns whether a text mentions the value."""
        if self._names:
            return text.names(self._names)
        return bool(self._stems) and self._stems <= text.stems


class Anchors:
    """Many values, of which a text mentions few: only those that share a word are looked at."""

    def __init__(self, values: Iterable[str]) -> None:
        self._anchors = [Anchor(value) for value in values]
        self._named: dict[str, list[int]] = {}
        self._stemmed: dict[str, list[int]] = {}
        for place, anchor in enumerate(self._anchors):
            if anchor.name is not None:
                self._named.setdefault(anchor.name, []).append(place)
            elif anchor.stem is not None:
                self._stemmed.setdefault(anchor.stem, []).append(place)

    def last_in(self, text: str, start: int = 0) -> int | None:
        """Returns the place of the last value that a text mentions, from `start` on, or None."""
        told = Text(text)
        found = [place for word in told.words for place in self._named.get(word, ())]
        if self._stemmed:
            found += [place for stem in told.stems for place in self._stemmed.get(stem, ())]
        for place in sorted(found, reverse=True):
            if place < start:
                return None
            if self._anchors[place].is_in(told):
                return place
        return None


def activity(value: str) -> frozenset[str]:
    """Returns the stems of what a description is about: "rugby" of "Plays rugby every week".

    It is empty if nothing but the time is left.
    """
    first, *others = _words(value) or [""]
    # "Plays", "Sings": descriptions often begin with a verb in the third person.
    rest = (
        others if others and first.endswith("s") and not first.endswith("ss") else [first, *others]
    )
    told = [word for word in rest if fold(word) not in _WHEN]
    return frozenset(stems(object_of(" ".join(told)))) if told else frozenset()


def mentions(text: str, value: str) -> bool:
    """Returns whether a text mentions a value."""
    return Anchor(value).is_in(Text(text))


def is_name(word: str) -> bool:
    """Returns whether a word is written as a name."""
    return word[:1].isupper() or any(character.isdigit() for character in word)


def _counts(index: int, words: Sequence[str]) -> bool:
    return index > 0 or len(words) == 1 or is_name(words[1])


def _words(text: str) -> list[str]:
    return _WORD.findall(_OWN.sub("", text))


def _folded(word: str) -> str:
    return word.lower() if word.isascii() else fold(word)

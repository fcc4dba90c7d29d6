"""Which of the known items the clauses of a message name.

A clause says other things besides, so it names the items of which it has enough words.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from adapters.reader.known import SHARED, WORD, Known, inflected, plain
from adapters.reader.languages import Language
from adapters.reader.lines import Line
from shared.base.stemming import stem
from shared.base.text import remembered, stems

_RUN = re.compile("(?:(?<![0-9])[0-9]++)?[a-z][a-z0-9]*+|[\u30a0-\u30ff]+|[\u3005\u4e00-\u9fff]+")
"""Signs of one kind, which make a word where no spaces do."""
_LEAST_OF_RUN = {"kanji": 2, "kana": 3}
"""How many signs a part of such a word has at least."""
_JOINED = 3
"""How many letters a word has that is joined with another one, at least."""
_LEAST_NAMED = 0.33
"""The share of the words of an item that a clause has to name."""


def _has_part(one: str, other: str) -> bool:
    """Whether a hyphen shows one of two words to be a part of the other: "Garmin-Uhr"."""
    shorter, longer = sorted((one, other), key=len)
    return shorter in longer.split("-")


def _joined(one: str, other: str) -> bool:
    """Whether one of two words is a part of the other: "Chor" of "Kirchenchor"."""
    shorter, longer = sorted((one, other), key=len)
    is_part = longer.startswith(shorter) or longer.endswith(shorter)
    is_long = len(shorter) >= SHARED and len(longer) - len(shorter) >= _JOINED
    return (is_part and is_long) or _has_part(one, other)


def _runs_together(one: str, other: str) -> bool:
    """Whether one of two words without spaces is a part of the other: "実況" of "実況動画"."""
    shorter, longer = sorted((one, other), key=len)
    least = _LEAST_OF_RUN["kanji" if shorter >= "\u3100" else "kana"]
    is_part = not shorter.isascii() and len(shorter) >= least
    return one == other or (is_part and shorter in longer)


@dataclass(frozen=True)
class _Way:
    """A way in which clauses name items.

    Attributes:
        words: the words that tell an item.
        is_word: whether a word that is told is one that is said.
        shared: how many letters such words begin with in common.
        several: whether it can name more than one.
    """

    words: Callable[[Known], frozenset[str]]
    is_word: Callable[[str, str], bool] = inflected
    shared: int = SHARED
    several: bool = False


@dataclass(frozen=True)
class Named:
    """A known item that a clause names.

    Attributes:
        item: the item.
        at: the tokens that name it.
        count: how many of its words they are.
    """

    item: Known
    at: frozenset[int]
    count: int


class Naming:
    """The words that tell known items in one language."""

    def __init__(self, language: Language) -> None:
        stemmer = language.about.stemmer
        self._spaced = language.about.spaced
        self._stemmer = "" if stemmer == "english" else stemmer
        self.light = frozenset(map(plain, language.list("light")))
        """Words that tell nothing: "plays", "Sundays"."""
        is_word, shared = (inflected, SHARED) if self._spaced else (_runs_together, 0)
        self._ways = [_Way(self.words, is_word, shared, several=True)]
        if language.about.joins_nouns:
            self._ways += [_Way(self._names, _has_part, 0), _Way(self._parts, _joined, 0)]

    def among(self, known: Sequence[Known]) -> "Names":
        """Returns what finds the items of some that clauses name."""
        return Names(known, self._ways, self.stems, spaced=self._spaced)

    def stems(self, text: str) -> Sequence[str]:
        """Returns the stems of words, by the stemmer of the language if it has one of its own."""
        if not self._spaced:
            return [text]
        if not self._stemmer:
            return stems(text)
        return [stem(word, self._stemmer) for word in plain(text).split()]

    def words(self, item: Known) -> frozenset[str]:
        """Returns the stems of the words that tell an item."""
        return remembered("telling", item.words, self._telling)

    def _names(self, item: Known) -> frozenset[str]:
        return self.words(item) if item.is_name else frozenset()

    def _parts(self, item: Known) -> frozenset[str]:
        return frozenset() if item.is_name else self.words(item)

    def _telling(self, text: str) -> frozenset[str]:
        every = (WORD if self._spaced else _RUN).findall(plain(text))
        telling = [word for word in every if word not in self.light] or every
        return frozenset(stem for word in telling for stem in self.stems(word))


class Names:
    """Finds which of some known items clauses name.

    Args:
        known: the items.
        ways: the ways to name them, to be tried in order.
        stems: what a word of a clause stands for.
        spaced: whether spaces part the words of the language.
    """

    def __init__(
        self,
        known: Sequence[Known],
        ways: Sequence[_Way],
        stems: Callable[[str], Sequence[str]],
        *,
        spaced: bool,
    ) -> None:
        self._ways = ways
        self._stems = stems
        self._spaced = spaced
        self._index = cache(lambda way: _Index(way, known))

    def named(self, clause: Line) -> Sequence[Named]:
        """Returns the items of which a clause has enough of the words that tell them.

        In a language that joins nouns, a part of a word may name the only one.
        """
        spoken = [(at, said) for at, norm in self._words_of(clause) for said in self._stems(norm)]
        for way in self._ways if spoken else ():
            found = self._index(way).named(spoken)
            if found:
                return found if way.several or len(found) == 1 else []
        return []

    def _words_of(self, clause: Line) -> Iterator[tuple[range, str]]:
        """Yields the words of a clause, each with its tokens."""
        if self._spaced:
            every = enumerate(clause.tokens)
            yield from ((range(at, at + 1), one.norm) for at, one in every if one.is_word)
        else:
            runs = _RUN.finditer(clause.norm)
            yield from ((range(*run.span()), run.group()) for run in runs)


class _Index:
    """Known items by the words that name them in one way."""

    def __init__(self, way: _Way, known: Sequence[Known]) -> None:
        self._way = way
        self._known = [(item, way.words(item)) for item in known]
        self._by_start: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for place, (_, words) in enumerate(self._known):
            for word in words:
                self._by_start[word[: way.shared]].append((place, word))

    def named(self, spoken: Sequence[tuple[range, str]]) -> Sequence[Named]:
        """Returns the items that words name, each given with its tokens."""
        way, hits = self._way, dict[int, dict[range, str]]()
        for at, said in spoken:
            for place, word in self._by_start.get(said[: way.shared], ()):
                if way.is_word(word, said):
                    hits.setdefault(place, {})[at] = word
        found = []
        for place, found_at in sorted(hits.items()):
            item, words = self._known[place]
            count = len({*found_at.values()})
            if count >= _LEAST_NAMED * len(words):
                found.append(Named(item, frozenset().union(*found_at), count))
        return found

"""Finding what says the same among thousands of texts."""

import re
from collections.abc import Iterable, Iterator

from shared.base.sameness.relations import repeats, shape_of
from shared.base.sameness.tokens import shape
from shared.base.sameness.vocabulary import DENIALS

_PLAIN = re.compile(r"[a-z ]*[.!]?")
"""A text whose words can be told apart without reading it."""


class Index:
    """Texts of one kind, found by what they say.

    It answers as `repeats` with each of them would, but reads only those with all words of
    the text in question.
    """

    def __init__(self, texts: Iterable[str], *, against: bool = False) -> None:
        """Args: the texts, and whether their kind is a dislike, see `repeats`."""
        self._against = against
        self._texts = list(texts)
        self._with: dict[str, set[int]] = {}
        shapes = _Shapes()
        for place, text in enumerate(self._texts):
            for part in _parts(text, shapes) or {""}:
                self._with.setdefault(part, set()).add(place)

    def like(self, text: str) -> Iterator[str]:
        """Yields the texts that say the same of the same object."""
        wanted = shape_of(text)
        found = [self._with.get(part, set()) for part in set(wanted) or {""}]
        for place in set.intersection(*sorted(found, key=len)):
            known = self._texts[place]
            if shape_of(known) == wanted and repeats(known, text, against=self._against):
                yield known


class _Shapes(dict[str, str]):
    """The shapes of words, each found once."""

    def __missing__(self, word: str) -> str:
        self[word] = shape(word)
        return self[word]


def _parts(text: str, shapes: _Shapes) -> set[str]:
    """Returns at least the parts of the shape of a text."""
    folded = text.casefold()
    words = folded.rstrip(".!").split()
    if not (_PLAIN.fullmatch(folded) and DENIALS.isdisjoint(words)):
        return set(shape_of(text))
    return {">", *map(shapes.__getitem__, words)} if words else set()

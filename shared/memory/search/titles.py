"""Whether a question names a note by one of its tags, by which people say what a note is about."""

from rapidfuzz import fuzz

from shared.memory.terms import STOP_WORDS, terms_of, words_of

_SHORTEST = 4
_ALIKE = 85.0
"""The fuzz.ratio, 0–100, at which two words count as one misspelled."""
_START = 2
"""Letters that a misspelled word must share at its start."""


class Titles:
    """The words of a question, to be compared with the tags of many notes."""

    def __init__(self, question: str) -> None:
        self._terms = f" {' '.join(terms_of(question))} "
        self._words = [
            word for word in words_of(question) if len(word) >= _SHORTEST and word not in STOP_WORDS
        ]
        self._known: dict[str, bool] = {}

    def name(self, tag: str) -> bool:
        """Returns whether the question has all words of a tag, side by side.

        A single word may be misspelled by a letter or two, but not at its start.
        """
        known = self._known.get(tag)
        if known is None:
            known = self._known[tag] = self._names(tag)
        return known

    def _names(self, tag: str) -> bool:
        terms = " ".join(terms_of(tag))
        if not terms:
            return False
        if f" {terms} " in self._terms:
            return True
        if " " in tag or len(tag) < _SHORTEST:
            return False
        return any(
            word[:_START] == tag[:_START] and fuzz.ratio(word, tag) >= _ALIKE
            for word in self._words
        )

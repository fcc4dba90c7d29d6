"""Telling long texts apart without reading them."""

import re
from functools import cached_property

from shared.base.sameness.comparing_words import SMALL_WORDS
from shared.base.sameness.spelling import RESPELLED, is_irregular
from shared.base.sameness.vocabulary import FILLERS, OPENERS, OVER_NOW
from shared.base.text import remembered

_WORD = re.compile(r"[a-z]+")
_NUMBER = re.compile(r"\d+")
_LONG = 7
_EMPTY = frozenset({*OPENERS, *SMALL_WORDS, *OVER_NOW.values()}).union(*FILLERS.values())


def may_be_same(one: str, other: str) -> bool:
    """Returns False only for texts that do not say the same.

    Texts that do have the same numbers, and for each long word of one there is a word in the other
    that begins alike.
    """
    if not (one.isascii() and other.isascii()):
        return True
    # A new text is the other one of each that is known. Its long words are looked up once.
    right = remembered("glance", other, _Glance)
    if not right.may_begin_as(one.lower()):
        return False
    if remembered("numbers", one, _numbers) != remembered("numbers", other, _numbers):
        return False
    left = remembered("glance", one, _Glance)
    return right.begins_as(left) and left.begins_as(right)


def _numbers(text: str) -> list[str]:
    return sorted(_NUMBER.findall(text))


class _Glance:
    """How the words of a text begin."""

    def __init__(self, text: str) -> None:
        self._lower = text.lower()
        self._words: list[str] = _WORD.findall(self._lower)

    @cached_property
    def _wanted(self) -> list[tuple[str, str, str]]:
        return [
            (word[:3], word[1:4], word[:2])
            for word in self._words
            if len(word) >= _LONG
            and word[:3] not in RESPELLED
            and word not in _EMPTY
            and not is_irregular(word)
        ]

    @cached_property
    def _starts(self) -> set[str]:
        joined = self._lower.replace("-", "") if "-" in self._lower else ""
        return {word[:3] for word in (*self._words, *_WORD.findall(joined))}

    @cached_property
    def _seconds(self) -> set[str]:
        return {start[1:] for start in self._starts}

    def may_begin_as(self, lower: str) -> bool:
        """Returns False only where `begins_as` is false, without looking at the other's words.

        Args:
            lower: the other text in lower case.
        """
        text = f"{lower} {lower.replace('-', '')}" if "-" in lower else lower
        return all(pair in text or second in text for _, second, pair in self._wanted)

    def begins_as(self, other: "_Glance") -> bool:
        """Returns whether every long word of this text begins as a word of the other does.

        The second letter counts as a beginning as well, because of "e-mails".
        """
        starts, seconds = other._starts, other._seconds
        return all(
            start in starts or second in starts or pair in seconds
            for start, second, pair in self._wanted
        )

"""Telling long texts apart without reading them."""

import re

from shared.base.sameness.comparing_words import SMALL_WORDS
from shared.base.sameness.spelling import RESPELLED, is_irregular
from shared.base.sameness.vocabulary import FILLERS, OPENERS, OVER_NOW

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
    if sorted(_NUMBER.findall(one)) != sorted(_NUMBER.findall(other)):
        return False
    left, right = one.lower(), other.lower()
    return _begin_alike(left, right) and _begin_alike(right, left)


def _begin_alike(one: str, other: str) -> bool:
    """Returns whether every long word of one text begins as a word of the other does.

    The second letter counts as a beginning as well, because of "e-mails".
    """
    words = _WORD.findall(other)
    if "-" in other:
        words += _WORD.findall(other.replace("-", ""))
    known = {word[:3] for word in words}
    return all(
        word[:3] in known
        or word[:3] in RESPELLED
        or word in _EMPTY
        or is_irregular(word)
        or any(word[1:4] == start or word[:2] == start[1:] for start in known)
        for word in _WORD.findall(one)
        if len(word) >= _LONG
    )

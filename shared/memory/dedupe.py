"""Deduplication: saving what is already there refreshes it instead of repeating it."""

import re
import unicodedata
from collections.abc import Iterable

from rapidfuzz import fuzz

from shared.base.text import NEGATIONS, fold, stems
from shared.documents.memory import DigestedEntry

TYPO = 85.0
"""fuzz.ratio, 0–100, from which the one word in which two notes differ is a misspelling."""
_SHORTEST_TYPO = 5
"""Letters that both spellings must have: `tea` and `sea` are different words."""
_SIGNED = re.compile(r"[-−]\s?(?=\d)")


def find_duplicate(content: str, entries: Iterable[DigestedEntry]) -> DigestedEntry | None:
    """The entry that says what `content` says: equal when folded, or a near-duplicate.

    Near-duplicates have the same words and symbols in the same order, but for fillers, endings and
    one misspelling. Anything looser would take "meet Ann at 3" for "meet Ann at 4", and lose one.
    """
    folded, words, symbols = fold(content), stems(content), _symbols(content)
    for entry in entries:
        if fold(entry.content) == folded or (
            _alike(words, stems(entry.content)) and _symbols(entry.content) == symbols
        ):
            return entry
    return None


def key_of(content: str) -> str:
    """What near-duplicates have in common, misspellings aside; contents of one key say the same."""
    words = stems(content)
    return " ".join((*words, *_symbols(content))) if words else fold(content)


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if len(one) != len(other) or not one:
        return False
    differing = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return not differing or (len(differing) == 1 and _misspelled(*differing[0]))


def _misspelled(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _SHORTEST_TYPO or {one, other} & NEGATIONS:
        return False
    return (one + other).isalpha() and fuzz.ratio(one, other) >= TYPO


def _symbols(content: str) -> tuple[str, ...]:
    """Signs that change what a text says: `<` is not `>`, `€5` is not `$5`, 👍 is not 👎."""
    signs = [sign for sign in content if unicodedata.category(sign)[0] == "S" or sign in "%?"]
    return (*signs, *("-" for _ in _SIGNED.finditer(content)))

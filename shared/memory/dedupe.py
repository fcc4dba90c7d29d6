"""Deduplication: saving what is already there refreshes it instead of repeating it."""

from collections.abc import Iterable

from rapidfuzz import fuzz

from shared.memory.model import DigestedEntry
from shared.text import NEGATIONS, fold, stems

TYPO = 85.0
"""fuzz.ratio, 0–100, from which the one word in which two notes differ is a misspelling."""
_SHORTEST_TYPO = 5
"""Letters that both spellings must have: `tea` and `sea` are different words."""


def find_duplicate(content: str, entries: Iterable[DigestedEntry]) -> DigestedEntry | None:
    """The entry that says what `content` says: equal when folded, or a near-duplicate.

    Near-duplicates have the same words in the same order, but for fillers, endings and one
    misspelling. Anything looser would take "meet Ann at 3" for "meet Ann at 4", and lose one.
    """
    folded, words = fold(content), stems(content)
    for entry in entries:
        if fold(entry.content) == folded or _alike(words, stems(entry.content)):
            return entry
    return None


def _alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    if len(one) != len(other) or not one:
        return False
    differing = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return not differing or (len(differing) == 1 and _misspelled(*differing[0]))


def _misspelled(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _SHORTEST_TYPO or {one, other} & NEGATIONS:
        return False
    return (one + other).isalpha() and fuzz.ratio(one, other) >= TYPO

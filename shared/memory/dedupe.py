"""Deduplication: saving a note that exists refreshes it instead of adding a copy (M-16)."""

import re
import unicodedata
from collections.abc import Iterable

from rapidfuzz import fuzz

from shared.base.text import NEGATIONS, fold, stems
from shared.documents.memory import DigestedEntry

TYPO = 85.0
"""The fuzz.ratio, 0–100, at which the only differing word of two notes is a misspelling."""
_SHORTEST_TYPO = 5
"""The minimum length of both spellings: `tea` and `sea` are different words."""
_SIGNED = re.compile(r"[-−]\s?(?=\d)")


def find_duplicate(content: str, entries: Iterable[DigestedEntry]) -> DigestedEntry | None:
    """Returns the entry that duplicates `content`: equal when folded, or a near-duplicate.

    Near-duplicates have the same words and symbols in the same order, apart from fillers, endings
    and one misspelling. A looser rule would confuse "meet Ann at 3" with "meet Ann at 4" and lose
    one of them.
    """
    folded, words, symbols = fold(content), stems(content), _symbols(content)
    for entry in entries:
        if fold(entry.content) == folded or (
            _alike(words, stems(entry.content)) and _symbols(entry.content) == symbols
        ):
            return entry
    return None


def key_of(content: str) -> str:
    """Returns a key that near-duplicates share, unless they differ by a misspelling."""
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
    """Returns the symbols that change what a text says: `<` or `>`, `€5` or `$5`, 👍 or 👎."""
    signs = [sign for sign in content if unicodedata.category(sign)[0] == "S" or sign in "%?"]
    return (*signs, *("-" for _ in _SIGNED.finditer(content)))

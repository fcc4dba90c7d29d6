"""Deduplication: saving a note that exists refreshes it instead of adding a copy (M-16)."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from shared.base.sameness import same, words_of
from shared.base.text import fold, remembered, stems
from shared.documents.memory import DigestedEntry

_ASCII_SIGN = re.compile(r"[$+<=>^`|~%?]")
_SIGNED = re.compile(r"[-−]\s?(?=\d)")


def find_duplicate(content: str, entries: Iterable[DigestedEntry]) -> DigestedEntry | None:
    """Returns the entry that says the same as `content`, or None.

    A looser rule would confuse "meet Ann at 3" with "meet Ann at 4" and lose one of them.
    """
    return next((entry for entry in entries if same(entry.content, content)), None)


def joined_content(known: str, new: str) -> str:
    """Returns what to keep of two duplicates: the newer one, unless the known one has its words."""
    return new if Counter(words_of(new)) - Counter(words_of(known)) else known


def key_of(content: str) -> str:
    """Returns the key that the ids of notes are derived from; it never changes.

    Most duplicates share theirs. Those that share one need not be duplicates.
    """
    return remembered("key", content, _key_of)


def _key_of(content: str) -> str:
    words = stems(content)
    return " ".join((*words, *_symbols(content))) if words else fold(content)


def _symbols(content: str) -> tuple[str, ...]:
    """Returns the symbols that change what a text says: `<` or `>`, `€5` or `$5`, 👍 or 👎."""
    if content.isascii():
        signs = _ASCII_SIGN.findall(content)
    else:
        signs = [sign for sign in content if unicodedata.category(sign)[0] == "S" or sign in "%?"]
    return (*signs, *("-" for _ in _SIGNED.finditer(content)))

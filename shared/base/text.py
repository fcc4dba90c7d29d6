"""Comparing texts: folding, stemming, and matching by meaning."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from rapidfuzz import fuzz

from shared.base.stemming import stem

_WORD = re.compile(r"[^\W_]+(?:[.+#'’-][^\W_]+)*[+#]*")
NEGATIONS = frozenset({"no", "not", "non", "never", "without", "cannot", "can't", "don't", "avoid"})
_FILLERS = frozenset(
    """
    a an and are as at be been by for from has have i i'm in is it its my of on or our some that
    the their them these this those to was we were which with you your user
    """.split()
)
_SAME_FROM = 86.0
"""The token_sort_ratio, 0–100, at which two longer descriptions mean the same thing."""
_OVERLAP_FROM = 0.6
"""The share of words, 0–1, that two longer descriptions must have in common."""


def fold(text: str) -> str:
    """Returns `text` with case, Unicode compatibility forms and whitespace normalized."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


_found: ContextVar[dict[str, tuple[str, ...]] | None] = ContextVar("stems", default=None)


@contextmanager
def stemming_once() -> Iterator[None]:
    """Stems each text only once within the block or function, and forgets it afterwards.

    For comparing many texts with each other. Nothing is kept beyond it, since what users say must
    not stay in a process that serves others.
    """
    token = _found.set({})
    try:
        yield
    finally:
        _found.reset(token)


def stems(text: str) -> tuple[str, ...]:
    """Returns the significant words of `text`, folded and stemmed, in order."""
    found = _found.get()
    if found is None:
        return _stems(text)
    if text not in found:
        found[text] = _stems(text)
    return found[text]


def _stems(text: str) -> tuple[str, ...]:
    words = _WORD.findall(fold(text).replace("’", "'"))
    kept = [word for word in words if word not in _FILLERS] or words
    return tuple(word if word in NEGATIONS else stem(word) for word in kept)


def same_meaning(one: str, other: str) -> bool:
    """Returns whether two short descriptions mean the same thing.

    Very short ones must match exactly (`React` is not `Preact`), and negations must agree (`with
    comments` is not `without comments`).
    """
    left, right = sorted(stems(one)), sorted(stems(other))
    if left == right:
        return bool(left) or fold(one) == fold(other)
    if min(len(left), len(right)) < 3:
        return False
    left_set, right_set = set(left), set(right)
    if left_set & NEGATIONS != right_set & NEGATIONS:
        return False
    overlap = len(left_set & right_set) / len(left_set | right_set)
    if overlap < _OVERLAP_FROM:
        return False
    return fuzz.token_sort_ratio(" ".join(left), " ".join(right)) >= _SAME_FROM


def byte_length(text: str) -> int:
    """Returns the length of a text in bytes of UTF-8; half of a pair of surrogates counts, too."""
    return len(text.encode("utf-8", "surrogatepass"))


def clip(text: str, length: int) -> str:
    """Returns `text`, truncated with an ellipsis if it has more than `length` characters."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"

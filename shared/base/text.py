"""Text as the rules compare it: folded, stripped of what cannot be seen, matched by meaning."""

import re
import unicodedata
from functools import lru_cache

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
"""token_sort_ratio, 0–100, from which two longer descriptions mean the same thing."""
_OVERLAP_FROM = 0.6
"""Share of words, 0–1, that two longer descriptions must have in common."""


def fold(text: str) -> str:
    """`text` without differences of case, compatibility form and white space."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


@lru_cache(maxsize=8192)
def stems(text: str) -> tuple[str, ...]:
    """The words that carry the meaning of `text`, folded and stemmed, in their order."""
    words = _WORD.findall(fold(text).replace("’", "'"))
    kept = [word for word in words if word not in _FILLERS] or words
    return tuple(word if word in NEGATIONS else stem(word) for word in kept)


def same_meaning(one: str, other: str) -> bool:
    """Whether two short descriptions say the same thing in other words.

    Strict for short ones (`React` is not `Preact`), and never across a negation (`with comments`
    against `without comments`).
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


def clip(text: str, length: int) -> str:
    """`text`, cut at `length` characters with an ellipsis where it is longer."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"

"""Text as the rules compare it: folded, stripped of what cannot be seen, matched by meaning."""

import re
import unicodedata
from functools import lru_cache

from rapidfuzz import fuzz

from shared.stemming import stem

_ZERO_WIDTH_JOINERS = "\u200c\u200d"
_EMOJI_STYLES = "\ufe0e\ufe0f"
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_MONGOLIAN_SELECTORS = range(0x180B, 0x1810)
_TAGS_AND_SELECTORS = range(0xE0000, 0xE1000)
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)
_LINE_SEPARATORS = "\u2028\u2029"
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


def visible(text: str) -> str:
    """`text` without characters that nobody can see and that can hide instructions.

    Controls, zero-width and bidirectional marks, tags, selectors and blank letters go. A
    zero-width joiner stays between characters that it joins (emoji, Arabic and Indic scripts), a
    style after an emoji. Line and paragraph separators become line ends.
    """
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    for index, char in enumerate(text):
        if char in _ZERO_WIDTH_JOINERS:
            joined = text[index - 1 : index] + text[index + 1 : index + 2]
            if index and len(joined) == 2 and not any(part.isascii() for part in joined):
                kept.append(char)
        elif char in _LINE_SEPARATORS:
            kept.append("\n")
        elif ord(char) in _VARIATION_SELECTORS:
            if char in _EMOJI_STYLES and kept and _takes_a_style(kept[-1]):
                kept.append(char)
        elif char in "\n\t" or _is_visible(char):
            kept.append(char)
    return "".join(kept)


def _takes_a_style(char: str) -> bool:
    return char in "0123456789#*" or unicodedata.category(char) in ("So", "Sm", "Po")


@lru_cache(maxsize=4096)
def _is_visible(char: str) -> bool:
    return (
        unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")
        and char not in _BLANK_LETTERS
        and ord(char) not in _TAGS_AND_SELECTORS
        and ord(char) not in _MONGOLIAN_SELECTORS
    )


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

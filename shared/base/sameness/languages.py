"""Which language a text is in, as far as its stems and small words depend on it."""

from collections.abc import Sequence

from shared.base.sameness.vocabulary import ENGLISH, MARKERS

_SCRIPTS = (
    ("russian", "\u0400", "\u04ff"),
    ("greek", "\u0370", "\u03ff"),
    ("arabic", "\u0600", "\u06ff"),
    ("hindi", "\u0900", "\u097f"),
    ("tamil", "\u0b80", "\u0bff"),
    ("armenian", "\u0530", "\u058f"),
)
_ENOUGH = 40
"""How many words at most decide."""


def language_of(words: Sequence[str]) -> str:
    """Returns the language of a text's folded words: English unless another one shows."""
    few = words[:_ENOUGH]
    if not few:
        return ENGLISH
    for word in few:
        for language, first, last in _SCRIPTS:
            if first <= word[0] <= last:
                return language
    best, votes = ENGLISH, _votes(few, ENGLISH)
    for language in MARKERS:
        found = _votes(few, language)
        if found > votes:
            best, votes = language, found
    return best


def _votes(words: Sequence[str], language: str) -> int:
    markers = MARKERS[language]
    return sum(word in markers for word in words)

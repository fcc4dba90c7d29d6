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
_MARKED = {
    word: [language for language, words in MARKERS.items() if word in words]
    for word in frozenset().union(*MARKERS.values())
}
_ENOUGH = 40
"""How many words at most decide."""


def language_of(words: Sequence[str]) -> str:
    """Returns the language of a text's folded words: English unless another one shows."""
    votes = {ENGLISH: 0}
    for word in words[:_ENOUGH]:
        if not word.isascii():
            for language, first, last in _SCRIPTS:
                if first <= word[0] <= last:
                    return language
        for language in _MARKED.get(word, ()):
            votes[language] = votes.get(language, 0) + 1
    return max(votes, key=lambda language: (votes[language], language == ENGLISH))

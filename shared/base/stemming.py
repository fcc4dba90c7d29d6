"""Word stems, used wherever words are compared."""

import Stemmer

STEMMERS = frozenset[str](Stemmer.algorithms())
"""The names of the stemmers."""


def stem(word: str, language: str = "english") -> str:
    """Returns the stem of a lower-case word: "flights" → "flight"."""
    # A stemmer is not thread-safe, and keeps words unless its cache has no room. A new one for
    # each word costs less than half a microsecond.
    return str(Stemmer.Stemmer(language, 0).stemWord(word))

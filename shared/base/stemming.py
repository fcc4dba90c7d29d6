"""English word stems, used wherever words are compared."""

import Stemmer


def stem(word: str) -> str:
    """Returns the stem of a lower-case English word: "flights" → "flight"."""
    # A stemmer is not thread-safe, and keeps words unless its cache has no room. A new one for
    # each word costs less than half a microsecond.
    return str(Stemmer.Stemmer("english", 0).stemWord(word))

"""English word stems, used wherever words are compared."""

from functools import lru_cache

from snowballstemmer.english_stemmer import EnglishStemmer


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Returns the stem of a lower-case English word: "flights" → "flight"."""
    # A stemmer keeps its state in attributes and is not thread-safe, so each word gets a new one.
    return str(EnglishStemmer().stemWord(word))

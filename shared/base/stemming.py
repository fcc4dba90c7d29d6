"""Stems of English words, for every rule that compares words."""

from functools import lru_cache

from snowballstemmer.english_stemmer import EnglishStemmer


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem of an English word in lower case: "flights" → "flight"."""
    # A stemmer works on its own attributes, so that two threads would spoil each other's words:
    # each word has a new one.
    return str(EnglishStemmer().stemWord(word))

"""Plain BM25 over stemmed words, to compare with: the formula and parameters of `rank_bm25`."""

import math
import re
from collections import Counter
from collections.abc import Sequence

from shared.base.stemming import stem

K1, B = 1.5, 0.75
FLOOR = 0.25
"""The share of the average rarity that a word in more than half of the texts has."""
_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    """Returns the stems of a text's words."""
    return [stem(word) for word in _WORD.findall(text.lower())]


class Bm25:
    """`rank_bm25.BM25Okapi` over texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(words(text)) for text in texts]
        self._lengths = [counts.total() for counts in self._counts]
        self._average = sum(self._lengths) / len(self._lengths)
        held = Counter(word for counts in self._counts for word in counts)
        rarity = {
            word: math.log(len(texts) - number + 0.5) - math.log(number + 0.5)
            for word, number in held.items()
        }
        least = FLOOR * sum(rarity.values()) / len(rarity)
        self._rarity = {word: value if value >= 0 else least for word, value in rarity.items()}

    def best(self, question: str, top: int) -> list[int]:
        """Returns the places of the best texts."""
        asked = words(question)
        scores = []
        for counts, length in zip(self._counts, self._lengths, strict=True):
            norm = K1 * (1 - B + B * length / self._average)
            scores.append(
                sum(
                    self._rarity[word] * counts[word] * (K1 + 1) / (counts[word] + norm)
                    for word in asked
                    if counts[word]
                )
            )
        return sorted(range(len(scores)), key=lambda place: -scores[place])[:top]

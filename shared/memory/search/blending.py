"""Hybrid search: combines text scores with embedding similarity. It adds scores, not ranks.

Matches by words are nearly always right, and a small embedding model mostly adds noise to them.
Fusing ranks would weigh both equally, so instead similarity adds a bounded share to the text score.
It breaks ties that words cannot, and finds entries that share no word with the question.
"""

from collections.abc import Mapping, Sequence

from shared.memory.search.features import Features

NEAREST = 100
"""How many entries the vector index is asked for."""
SEMANTIC_WEIGHT = 0.15
"""The weight of the nearest embedding, where the best text score weighs 1."""
NEIGHBOR_SHARE = 0.3
"""The share of its similarity that an entry passes on to each neighbor in its thread."""


def semantic_shares(entries: Sequence[Features], similar: Mapping[str, float]) -> list[float]:
    """Returns the similarity of each entry, scaled from 1 for the nearest to 0 for the rest."""
    low, high = min(similar.values()), max(similar.values())
    span = high - low
    own = [
        ((similar[entry.id] - low) / span if span else 1.0) if entry.id in similar else 0.0
        for entry in entries
    ]
    shares = list(own)
    for index, share in enumerate(own):
        thread = entries[index].thread
        if share and thread:
            for other in (index - 1, index + 1):
                if 0 <= other < len(entries) and entries[other].thread == thread:
                    shares[other] += NEIGHBOR_SHARE * share
    return shares


def blended(texts: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Returns the combined scores."""
    best = max(texts, default=0.0) or 1.0
    return [
        text / best + SEMANTIC_WEIGHT * share for text, share in zip(texts, shares, strict=True)
    ]

"""Words and meaning together. Scores are added, not ranks.

What is found by its words is nearly always right; a small model of embeddings mostly adds noise to
it, and ranks would give both the same say. So nearness in meaning adds a bounded share to the score
by words. It decides between entries that words cannot tell apart, and finds what no word leads to.
"""

from collections.abc import Mapping, Sequence

from shared.memory.packing import Packed

NEAREST = 100
"""Entries that are asked for by meaning."""
MEANING = 0.15
"""What the nearest in meaning is worth, where the best by words is worth 1."""
BESIDE = 0.3
"""Share of its own that an entry gets from each neighbour in its thread."""


def semantic_shares(
    notes: Sequence[tuple[str, Packed]], similar: Mapping[str, float]
) -> list[float]:
    """For each entry, how near it is in meaning: 1 for the nearest, 0 beyond those asked for."""
    low, high = min(similar.values()), max(similar.values())
    span = high - low
    own = [
        ((similar[id_] - low) / span if span else 1.0) if id_ in similar else 0.0
        for id_, _ in notes
    ]
    shares = list(own)
    for index, share in enumerate(own):
        thread = notes[index][1].thread
        if share and thread:
            for other in (index - 1, index + 1):
                if 0 <= other < len(notes) and notes[other][1].thread == thread:
                    shares[other] += BESIDE * share
    return shares


def blended(texts: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The scores of both together."""
    best = max(texts, default=0.0) or 1.0
    return [text / best + MEANING * share for text, share in zip(texts, shares, strict=True)]

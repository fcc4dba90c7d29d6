"""Hybrid search keeps what meaning alone finds where words are no answer.

Words and meaning are added up as evidence. But where no note has more than a part of the question's
words, those that it shares with others say little, and the sum may bury the note that means the
same. So the nearest ones by meaning keep a place among the first.
"""

from collections.abc import Sequence
from typing import Protocol

NEAREST = 200
"""How many entries the vector index is asked for."""
KEPT = 3
"""How many of the nearest entries keep a place."""
EVERY = 3
"""The first of them is among the first three results, the second among the first six, and so on."""
WEAK = 0.2
"""The share of the question's information below which words alone are no answer."""


class _Found(Protocol):
    @property
    def covered(self) -> float: ...
    @property
    def similar(self) -> float | None: ...


def with_nearest(ordered: Sequence[_Found]) -> list[int]:
    """Returns the places of what was found, with the nearest moved up if words are weak.

    Args:
        ordered: what was found, best first.
    """
    places = list(range(len(ordered)))
    if max((one.covered for one in ordered), default=0.0) >= WEAK:
        return places
    near = {place: one.similar for place, one in enumerate(ordered) if one.similar is not None}
    for rank, place in enumerate(sorted(near, key=lambda each: -near[each])[:KEPT]):
        limit = EVERY * (rank + 1) - 1
        if places.index(place) > limit:
            places.remove(place)
            places.insert(limit, place)
    return places

"""How far notes stand out by meaning: their similarity to the question, compared with all others.

What a cosine says depends on the model and on the question: with one, everything is at least 0.7,
and to a vague question everything is similar. So it is counted in standard deviations from the mean
of all notes. The vector index returns only the nearest; the mean and the deviation of the others
follow from how quickly the similarity falls with the rank, since it is about normally distributed.
"""

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist, linear_regression

FULL = 5.0
"""Standard deviations that count as 1, which is about as far as any note stands out."""
FIRST = 9
"""Ranks left out of the estimate: the very nearest are what was asked for, not chance."""
_USUAL, _SPREAD = 0.15, 0.12
"""Mean and standard deviation of the similarity of unrelated texts."""
_ASSUMED = 10
"""How many unrelated texts are assumed beside what is known, so that one of few can stand out."""


def standing(similar: Mapping[str, float], count: int) -> dict[str, float]:
    """Returns how far each note stands out, from 0 for the mean and below to about 1.

    Args:
        similar: the cosine similarity of the nearest notes, by id.
        count: the number of all notes; those that are not in `similar` are less similar.
    """
    mean, deviation = _distribution(sorted(similar.values(), reverse=True), count)
    return {
        id_: max(cosine - mean, 0.0) / (deviation * FULL) if deviation else 0.0
        for id_, cosine in similar.items()
    }


def _distribution(nearest: Sequence[float], count: int) -> tuple[float, float]:
    """Returns mean and standard deviation of the similarity of all notes."""
    if count > len(nearest) > 2 * FIRST:
        normal = NormalDist()
        ranks = range(FIRST, len(nearest))
        expected = [normal.inv_cdf(1 - (rank + 0.5) / count) for rank in ranks]
        deviation, mean = linear_regression(expected, nearest[FIRST:])
        return mean, deviation
    total = len(nearest) + _ASSUMED
    mean = (sum(nearest) + _ASSUMED * _USUAL) / total
    assumed = _ASSUMED * ((_USUAL - mean) ** 2 + _SPREAD**2)
    return mean, math.sqrt((sum((one - mean) ** 2 for one in nearest) + assumed) / total)

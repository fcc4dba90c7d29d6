"""Vectors of stored documents, decoded once per version.

A search compares every candidate, and decoding a document's vector costs ten times as much as
comparing it. Each component takes eight bytes for as long as the version is current.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple


class StoredVector(NamedTuple):
    """A vector's components, and its dot product with itself."""

    components: Sequence[float]
    square: float


def dot(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the dot product of two vectors of equal length."""
    return math.fsum(map(mul, left, right))


def stored(components: Sequence[float]) -> StoredVector:
    """Return a vector in its stored form."""
    return StoredVector(array("d", components), dot(components, components))

"""Vectors of stored documents, decoded once for each version.

A search compares every candidate, and taking a vector out of a document costs ten times as much as
comparing it. Eight bytes are kept for each component, as long as the document is.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple


class StoredVector(NamedTuple):
    """A vector's components, and its product with itself."""

    components: Sequence[float]
    square: float


def dot(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the dot product of two vectors of one length."""
    return math.fsum(map(mul, left, right))


def stored(components: Sequence[float]) -> StoredVector:
    """Return a vector as it is kept."""
    return StoredVector(array("d", components), dot(components, components))

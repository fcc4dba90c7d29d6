"""Vectors of stored documents, decoded once per version, and how far they are from another one.

A search compares every candidate, and decoding a document's vector costs ten times as much as
comparing it. Each component takes eight bytes for as long as the version is current.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy

StoredVector: TypeAlias = "numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]"
Distances: TypeAlias = "numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]"


def stored(components: Sequence[float]) -> StoredVector:
    """Return a vector in its stored form."""
    return numpy.array(components, dtype=numpy.float64)


def euclidean(vectors: Sequence[StoredVector], target: StoredVector) -> Distances:
    """Return the Euclidean distance of each vector from the target."""
    difference = numpy.stack(vectors) - target
    return numpy.sqrt(_sums(difference * difference))


def dot_product(vectors: Sequence[StoredVector], target: StoredVector) -> Distances:
    """Return the dot product of each vector with the target."""
    return _sums(numpy.stack(vectors) * target)


def cosine(vectors: Sequence[StoredVector], target: StoredVector) -> Distances:
    """Return the cosine distance of each vector from the target; NaN for a vector of zeros."""
    matrix = numpy.stack(vectors)
    scale = numpy.sqrt(_sums(matrix * matrix) * _sums(target * target))
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return 1.0 - _sums(matrix * target) / scale


def _sums(products: numpy.ndarray[tuple[int, ...], numpy.dtype[numpy.float64]]) -> Distances:
    """Return the sum of each row, added up in the same order for all, so that ties stay ties."""
    sums: Distances = products.sum(axis=-1)
    return sums

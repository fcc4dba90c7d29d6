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

from emulator.firestore.fieldpaths import FieldPath
from emulator.firestore.plans import Row
from emulator.firestore.values import vector_of


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


def row_vector(row: Row, field: FieldPath) -> StoredVector | None:
    """Return the vector in a field of a row's version, None when there is none."""
    doc, fields = row.doc, row.version.fields
    known = doc.vectors.get(field) if doc.vectors else None
    # Each version has bytes of its own, so the same bytes are the same version.
    if known is not None and known[0] is fields:
        return known[1]
    value = row.value(field)
    components = vector_of(value) if value is not None else None
    vector = stored(components) if components is not None else None
    if vector is not None and fields is doc.fields:
        if doc.vectors is None:
            doc.vectors = {}
        doc.vectors[field] = (fields, vector)
    return vector

"""The vectors of documents, decoded once per version, and how far they are from another one.

A search compares every candidate, and decoding a document's vector costs ten times as much as
comparing it. So a scope keeps the vectors of each field that is searched in one matrix, and decodes
anew only what has changed since the last search. Each component takes eight bytes, and up to half
as much again is kept free.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy

from emulator.firestore.data.documents import Doc, parse_fields
from emulator.firestore.wire.fieldpaths import FieldPath, get_field
from emulator.firestore.wire.values import vector_of

Vector: TypeAlias = "numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]"
Matrix: TypeAlias = "numpy.ndarray[Any, numpy.dtype[numpy.float64]]"
Measure: TypeAlias = Callable[[Matrix, Vector, Vector], Vector]
"""Returns the distance of each row of a matrix, given the rows' squared lengths, from a vector."""

_FEWEST = 64
_TOGETHER = 256
"""Rows compared at once: so many products stay in the processor's cache."""


class VectorTable:
    """The vectors of one length in one field of all documents of a scope.

    Args:
        field: The field.
        dimensions: How long the vectors are; others are left out.
        documents: The documents that exist.
    """

    def __init__(self, field: FieldPath, dimensions: int, documents: Iterable[Doc]) -> None:
        self._field = field
        self._docs: list[Doc] = []
        self._rows: dict[Doc, int] = {}
        self._matrix: Matrix = numpy.empty((_FEWEST, dimensions))
        self._squares: Vector = numpy.empty(_FEWEST)
        self._changed = set(documents)

    def changed(self, doc: Doc) -> None:
        """Note that a document has a new version, or is gone."""
        if doc.fields is None:
            self._changed.discard(doc)
            self._remove(doc)
        else:
            self._changed.add(doc)

    def documents(self) -> list[Doc]:
        """Return the documents that have a vector, in the order of the matrix."""
        self._refresh()
        return self._docs

    def distances(self, measure: Measure, target: Vector) -> Vector:
        """Return how far each of :meth:`documents` is from a vector."""
        self._refresh()
        size = len(self._docs)
        return _by_part(measure, self._matrix[:size], self._squares[:size], target)

    def holds(self, doc: Doc) -> bool:
        """Return whether a document has a vector."""
        return doc in self._rows

    def distances_of(self, docs: Sequence[Doc], measure: Measure, target: Vector) -> Vector:
        """Return how far some of :meth:`documents` are from a vector."""
        rows = [self._rows[doc] for doc in docs]
        return _by_part(measure, self._matrix[rows], self._squares[rows], target)

    def _refresh(self) -> None:
        for doc in self._changed:
            vector = decoded(doc.fields, self._field)
            if vector is None or len(vector) != self._matrix.shape[1]:
                self._remove(doc)
            else:
                self._put(doc, vector)
        self._changed.clear()

    def _put(self, doc: Doc, vector: Vector) -> None:
        row = self._rows.get(doc)
        if row is None:
            row = self._rows[doc] = len(self._docs)
            self._docs.append(doc)
            if row == len(self._squares):
                more = row // 2
                self._matrix = numpy.concatenate([self._matrix, numpy.empty((more, len(vector)))])
                self._squares = numpy.concatenate([self._squares, numpy.empty(more)])
        self._matrix[row] = vector
        self._squares[row] = _sums(vector * vector)

    def _remove(self, doc: Doc) -> None:
        row = self._rows.pop(doc, None)
        if row is None:
            return
        last = self._docs.pop()
        if last is not doc:
            self._docs[row] = last
            self._rows[last] = row
            self._matrix[row] = self._matrix[len(self._docs)]
            self._squares[row] = self._squares[len(self._docs)]


def decoded(fields: bytes | None, field: FieldPath) -> Vector | None:
    """Return the vector in a field of a document, or None if there is none."""
    value = None if fields is None else get_field(parse_fields(fields).fields, field)
    components = None if value is None else vector_of(value)
    return None if components is None else numpy.array(components, dtype=numpy.float64)


def distances(measure: Measure, vectors: Sequence[Vector], target: Vector) -> Vector:
    """Return the distance of each vector from a target."""
    matrix = numpy.stack(vectors)
    return _by_part(measure, matrix, _sums(matrix * matrix), target)


def euclidean(matrix: Matrix, _squares: Vector, target: Vector) -> Vector:
    """Return the Euclidean distance of each row from the target."""
    difference = matrix - target
    return numpy.sqrt(_sums(difference * difference))


def dot_product(matrix: Matrix, _squares: Vector, target: Vector) -> Vector:
    """Return the dot product of each row with the target."""
    return _sums(matrix * target)


def cosine(matrix: Matrix, squares: Vector, target: Vector) -> Vector:
    """Return the cosine distance of each row from the target; NaN for a vector of zeros."""
    scale = numpy.sqrt(squares * _sums(target * target))
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return 1.0 - _sums(matrix * target) / scale


def _by_part(measure: Measure, matrix: Matrix, squares: Vector, target: Vector) -> Vector:
    parts = [
        measure(matrix[first : first + _TOGETHER], squares[first : first + _TOGETHER], target)
        for first in range(0, len(matrix), _TOGETHER)
    ]
    return numpy.concatenate(parts) if parts else numpy.empty(0)


def _sums(products: Matrix) -> Vector:
    """Return the sum of each row, added up in the same order for all, so that ties stay ties."""
    sums: Vector = products.sum(axis=-1)
    return sums

"""Nearest-neighbor search over vector fields."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from emulator.firestore.data.vectors import (
    Distances,
    StoredVector,
    cosine,
    dot_product,
    euclidean,
    stored,
)
from emulator.firestore.query.plans import Row
from emulator.firestore.wire import protos
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.fieldpaths import FieldPath, check_field_name, parse_field_path
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.values import vector_of

MAX_RESULTS = 1000
MAX_DIMENSIONS = 2048

_EUCLIDEAN, _COSINE, _DOT_PRODUCT = 1, 2, 3
_Measure: TypeAlias = Callable[[Sequence[StoredVector], StoredVector], Distances]


def nearest_rows(search: Message, rows: Iterable[Row]) -> list[Row]:
    """Return the rows nearest to a query vector, the nearest first.

    Args:
        search: The FindNearest message.
        rows: The rows that pass the query's filters.

    Raises:
        FirestoreError: INVALID_ARGUMENT when the search is malformed.
    """
    field, target, limit, measure, result_field = _parse_search(search)
    larger_is_nearer = search.distance_measure == _DOT_PRODUCT
    threshold = search.distance_threshold.value if search.HasField("distance_threshold") else None
    compared: list[Row] = []
    vectors: list[StoredVector] = []
    for row in rows:
        vector = _row_vector(row, field)
        if vector is not None and len(vector) == len(target):
            compared.append(row)
            vectors.append(vector)
    distances: list[float] = measure(vectors, target).tolist() if vectors else []
    found = [
        (distance, row)
        for distance, row in zip(distances, compared, strict=True)
        if threshold is None
        or not (distance < threshold if larger_is_nearer else distance > threshold)
    ]

    def order(each: tuple[float, Row]) -> tuple[bool, float, object]:
        distance, row = each
        # A vector of zeros has no cosine, and comes last.
        return math.isnan(distance), -distance if larger_is_nearer else distance, row.doc.key

    nearest = heapq.nsmallest(limit, found, key=order)
    if result_field is not None:
        for distance, row in nearest:
            row.computed = (result_field, protos.Value(double_value=distance))
    return [row for _, row in nearest]


def _parse_search(
    search: Message,
) -> tuple[FieldPath, StoredVector, int, _Measure, str | None]:
    field = parse_field_path(search.vector_field.field_path)
    target = vector_of(search.query_vector)
    if not target:
        raise invalid_argument("The query vector of 'find_nearest' must be a vector.")
    if len(target) > MAX_DIMENSIONS:
        raise invalid_argument(f"A query vector can have at most {MAX_DIMENSIONS} dimensions.")
    limit = search.limit.value
    if not 1 <= limit <= MAX_RESULTS:
        raise invalid_argument(f"The limit of 'find_nearest' must be between 1 and {MAX_RESULTS}.")
    measure = _MEASURES.get(search.distance_measure)
    if measure is None:
        raise invalid_argument("'find_nearest' must have a distance measure.")
    result_field: str | None = None
    if search.distance_result_field:
        path = parse_field_path(search.distance_result_field)
        if len(path) > 1:
            raise invalid_argument("The distance result field must be a top-level field.")
        check_field_name(path[0])
        result_field = path[0]
    return field, stored(target), limit, measure, result_field


def _row_vector(row: Row, field: FieldPath) -> StoredVector | None:
    """Return the vector in a field of a row's version, or None if there is none."""
    doc, fields = row.doc, row.version.fields
    known = doc.vectors.get(field) if doc.vectors else None
    # Each version has its own bytes object, so the same object means the same version.
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


_MEASURES: dict[int, _Measure] = {
    _EUCLIDEAN: euclidean,
    _COSINE: cosine,
    _DOT_PRODUCT: dot_product,
}

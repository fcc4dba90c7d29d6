"""Nearest-neighbor search over vector fields."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import numpy

from emulator.firestore.data.documents import Doc
from emulator.firestore.data.indexes import Scope
from emulator.firestore.data.vectors import (
    Measure,
    Vector,
    cosine,
    decoded,
    distances,
    dot_product,
    euclidean,
)
from emulator.firestore.query.plans import Row
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.fieldpaths import FieldPath, check_field_name, parse_field_path
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.values import vector_of

MAX_RESULTS = 1000
MAX_DIMENSIONS = 2048

_TAG_DOUBLE = b"\x19"
_pack_double = struct.Struct("<d").pack
_EUCLIDEAN, _COSINE, _DOT_PRODUCT = 1, 2, 3


def nearest_rows(search: Message, scope: Scope | None, rows: Sequence[Row] | None) -> list[Row]:
    """Return the rows nearest to a query vector, the nearest first.

    Args:
        search: The FindNearest message.
        scope: The documents that the query runs over; None if the rows hold past versions.
        rows: The rows that pass the query's filters; None if all documents of the scope do.

    Raises:
        FirestoreError: INVALID_ARGUMENT when the search is malformed.
    """
    field, target, limit, measure, result_field = _parse_search(search)
    known: dict[Doc, Row] = {}
    if scope is None:
        docs, found = _past(rows or (), known, field, measure, target)
    else:
        table = scope.vectors(field, len(target))
        docs = table.documents()
        if rows is None:
            found = table.distances(measure, target)
        else:
            known = {row.doc: row for row in rows if table.holds(row.doc)}
            docs = list(known)
            found = table.distances_of(docs, measure, target)
    nearest = []
    for place in _best(search, found, docs, limit):
        row = known.get(docs[place]) or Row(docs[place], docs[place].current)
        if result_field is not None:
            row.computed = (result_field, _TAG_DOUBLE + _pack_double(found[place]))
        nearest.append(row)
    return nearest


def _past(
    rows: Sequence[Row], known: dict[Doc, Row], field: FieldPath, measure: Measure, target: Vector
) -> tuple[list[Doc], Vector]:
    """Return the documents whose past versions have a vector, and their distances."""
    vectors: list[Vector] = []
    for row in rows:
        vector = decoded(row.version.fields, field)
        if vector is not None and len(vector) == len(target):
            known[row.doc] = row
            vectors.append(vector)
    return list(known), distances(measure, vectors, target) if vectors else numpy.empty(0)


def _best(search: Message, found: Vector, docs: Sequence[Doc], limit: int) -> list[int]:
    """Return the places of the nearest documents within the threshold, the nearest first."""
    larger_is_nearer = search.distance_measure == _DOT_PRODUCT
    ranks = -found if larger_is_nearer else found.copy()
    # A vector of zeros has no cosine, and comes last.
    undefined = numpy.isnan(ranks)
    ranks[undefined] = numpy.inf
    if search.HasField("distance_threshold"):
        threshold = search.distance_threshold.value
        beyond = found < threshold if larger_is_nearer else found > threshold
        places = numpy.flatnonzero(~beyond)
    else:
        places = numpy.arange(len(found))
    if len(places) > limit:
        # All that tie for the last place remain, for their names to decide.
        last = numpy.partition(ranks[places], limit - 1)[limit - 1]
        places = places[ranks[places] <= last]
    ordered = sorted(
        places.tolist(), key=lambda place: (undefined[place], ranks[place], docs[place].key)
    )
    return ordered[:limit]


def _parse_search(
    search: Message,
) -> tuple[FieldPath, Vector, int, Measure, str | None]:
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
    return field, numpy.array(target, dtype=numpy.float64), limit, measure, result_field


_MEASURES: dict[int, Measure] = {
    _EUCLIDEAN: euclidean,
    _COSINE: cosine,
    _DOT_PRODUCT: dot_product,
}

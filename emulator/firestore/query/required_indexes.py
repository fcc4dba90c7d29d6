"""Whether the indexes there are serve a query, as production decides it.

An index serves a query whose equalities are its first fields, whatever their order, and whose
order is exactly what follows. Array-contains counts as an equality. Indexes in which the same
follows are merged: it is enough that together they cover the equalities. Filters with several
disjuncts are several queries.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from emulator.firestore.data.index_file import DeclaredIndexes, Mode, Part
from emulator.firestore.query.filters import Conjunction, Contains, Range
from emulator.firestore.query.plans import Plan
from emulator.firestore.wire.errors import FirestoreError, failed_precondition
from emulator.firestore.wire.fieldpaths import (
    DOCUMENT_NAME,
    FieldPath,
    format_field_path,
    parse_field_path,
)
from emulator.firestore.wire.values import vector_of

Equality = tuple[FieldPath, bool]
"""A field that must have one value, and whether as an element of an array."""
Ordered = tuple[FieldPath, bool | None]
"""A field to order by, and whether descending; None where either will do."""


@dataclass(frozen=True, slots=True)
class _Need:
    """What an index must offer to one conjunction of filters.

    Attributes:
        equalities: What its first fields must be.
        rest: What must follow; the document's name is the last.
    """

    collection_id: str
    group: bool
    equalities: frozenset[Equality]
    rest: tuple[Ordered, ...]


def require_index(indexes: DeclaredIndexes | None, plan: Plan) -> None:
    """Refuse a query that production would refuse for want of an index.

    Args:
        indexes: The indexes there are; None where nothing is asked for.
        plan: The query.

    Raises:
        FirestoreError: FAILED_PRECONDITION, with the index to declare.
    """
    # Below a document, or over all collections, there is only the index of names.
    if indexes is None or plan.collection_id is None or (plan.descendants and plan.parent):
        return
    for conjunction in plan.disjuncts or [()]:
        need = _need(plan, plan.collection_id, conjunction)
        if plan.find_nearest is not None:
            if not _serves_nearest(indexes, need, plan):
                raise _missing(need, plan)
        elif not _serves(indexes, need):
            raise _missing(need, plan)


def _need(plan: Plan, collection_id: str, conjunction: Conjunction) -> _Need:
    equalities: set[Equality] = set()
    for predicate in conjunction:
        if isinstance(predicate, Contains):
            equalities.add((predicate.field, True))
        elif isinstance(predicate, Range) and predicate.is_equality:
            equalities.add((predicate.field, False))
    equalities.discard((DOCUMENT_NAME, False))
    # Where a field has one value, an order by it says nothing.
    rest: list[Ordered] = [
        (order.field, order.descending)
        for order in plan.orders
        if (order.field, False) not in equalities
    ]
    known = {path for path, _ in rest} | {path for path, contains in equalities if not contains}
    wanted: list[Ordered] = [(path, None) for path in plan.must_exist if path not in known]
    if wanted:
        rest = [*rest[:-1], *dict.fromkeys(wanted), (DOCUMENT_NAME, None)]
    return _Need(collection_id, plan.descendants, frozenset(equalities), tuple(rest))


def _serves(indexes: DeclaredIndexes, need: _Need) -> bool:
    if not need.equalities and len(need.rest) == 1 and not need.rest[0][1]:
        return True
    parts = [*_singles(indexes, need), *_composites(indexes, need)]
    return bool(parts) and frozenset[Equality]().union(*parts) == need.equalities


def _singles(indexes: DeclaredIndexes, need: _Need) -> Iterator[frozenset[Equality]]:
    """The equalities that each single-field index covers, of those with the right rest."""

    def has(path: FieldPath, mode: Mode) -> bool:
        return indexes.has_single(need.collection_id, path, need.group, mode)

    name_descends = need.rest[-1][1]
    if len(need.rest) == 1:
        for path, contains in need.equalities:
            mode: Mode = "DESCENDING" if name_descends else "ASCENDING"
            if contains and not name_descends:
                mode = "CONTAINS"
            if has(path, mode) and (not contains or mode == "CONTAINS"):
                yield frozenset({(path, contains)})
    elif len(need.rest) == 2:
        path, descends = need.rest[0]
        for index_descends in (False, True):
            directed: Mode = "DESCENDING" if index_descends else "ASCENDING"
            fits = descends in (None, index_descends) and name_descends in (None, index_descends)
            if fits and has(path, directed):
                yield frozenset()


def _composites(indexes: DeclaredIndexes, need: _Need) -> Iterator[frozenset[Equality]]:
    """The same of the declared indexes."""
    for index in indexes.of(need.collection_id, need.group):
        split = len(index.parts) - len(need.rest)
        if index.vector is not None or split < 0:
            continue
        covered = frozenset((path, mode == "CONTAINS") for path, mode in index.parts[:split])
        if covered <= need.equalities and all(map(_follows, index.parts[split:], need.rest)):
            yield covered


def _follows(part: Part, wanted: Ordered) -> bool:
    path, mode = part
    return path == wanted[0] and mode != "CONTAINS" and wanted[1] in (None, mode == "DESCENDING")


def _serves_nearest(indexes: DeclaredIndexes, need: _Need, plan: Plan) -> bool:
    """Whether a vector index has this field, this dimension and exactly these filters."""
    wanted = _vector(plan)
    filtered = need.equalities | {(path, False) for path, _ in need.rest[:-1]}
    return any(
        index.vector == wanted
        and {(path, mode == "CONTAINS") for path, mode in index.parts[:-1]} == filtered
        for index in indexes.of(need.collection_id, need.group)
    )


def _vector(plan: Plan) -> tuple[FieldPath, int]:
    search = plan.find_nearest
    assert search is not None
    field = parse_field_path(search.vector_field.field_path)
    return field, len(vector_of(search.query_vector) or ())


def _missing(need: _Need, plan: Plan) -> FirestoreError:
    fields: list[dict[str, Any]] = [
        {"fieldPath": format_field_path(path)}
        | ({"arrayConfig": "CONTAINS"} if contains else {"order": "ASCENDING"})
        for path, contains in sorted(need.equalities)
    ]
    fields += [
        {"fieldPath": format_field_path(path), "order": "DESCENDING" if descends else "ASCENDING"}
        for path, descends in need.rest[: None if _goes_against(need) else -1]
    ]
    if plan.find_nearest is not None:
        path, dimension = _vector(plan)
        vector = {"dimension": dimension, "flat": {}}
        fields.append({"fieldPath": format_field_path(path), "vectorConfig": vector})
    index = {
        "collectionGroup": need.collection_id,
        "queryScope": "COLLECTION_GROUP" if need.group else "COLLECTION",
        "fields": fields,
    }
    return failed_precondition(
        f"The query requires an index. None that is declared serves it; this one would, as an "
        f"index or, of a single field, as an override: {json.dumps(index)}"
    )


def _goes_against(need: _Need) -> bool:
    """Whether the name's direction is not the one an index has by itself."""
    last = need.rest[-2][1] if len(need.rest) > 1 else False
    return bool(need.rest[-1][1]) != bool(last)

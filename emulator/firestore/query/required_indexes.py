"""Checks that the declared indexes serve a query, by production's rules.

An index serves a query if its first fields are the query's equalities, in any order, and the rest
are exactly the query's order. Array-contains counts as an equality. Indexes with the same rest are
merged: it is enough that together they cover the equalities. Each disjunct of a filter is a query
of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from emulator.firestore.data.index_file import DeclaredIndexes, Mode, Part
from emulator.firestore.query.plans import Plan
from emulator.firestore.query.predicates import Conjunction, Contains, Range
from emulator.firestore.wire.errors import FirestoreError, failed_precondition
from emulator.firestore.wire.fieldpaths import (
    DOCUMENT_NAME,
    FieldPath,
    format_field_path,
    parse_field_path,
)
from emulator.firestore.wire.values import vector_of

Equality = tuple[FieldPath, bool]
"""A field that must equal one value, and whether as an element of an array."""
Ordered = tuple[FieldPath, bool | None]
"""A field to order by, and whether descending; None if either direction works."""


@dataclass(frozen=True, slots=True)
class _Need:
    """The index that one conjunction of filters needs.

    Attributes:
        equalities: Its first fields, in any order.
        rest: The fields after them; the document's name is the last.
    """

    collection_id: str
    group: bool
    equalities: frozenset[Equality]
    rest: tuple[Ordered, ...]


def require_index(indexes: DeclaredIndexes | None, plan: Plan) -> None:
    """Refuse a query that production would refuse for lack of an index.

    Args:
        indexes: The declared indexes; None skips the check.
        plan: The query.

    Raises:
        FirestoreError: FAILED_PRECONDITION, naming the index to declare.
    """
    # Below a document, or over all collections, there is only the name index.
    if indexes is None or plan.collection_id is None or (plan.descendants and plan.parent):
        return
    for conjunction in plan.disjuncts or [()]:
        need = _need(plan, plan.collection_id, conjunction)
        if plan.find_nearest is not None:
            if not _serves_nearest(indexes, need, plan):
                raise _missing_index(need, plan)
        elif not _serves(indexes, need):
            raise _missing_index(need, plan)


def _need(plan: Plan, collection_id: str, conjunction: Conjunction) -> _Need:
    equalities: set[Equality] = set()
    for predicate in conjunction:
        if isinstance(predicate, Contains):
            equalities.add((predicate.field, True))
        elif isinstance(predicate, Range) and predicate.is_equality:
            equalities.add((predicate.field, False))
    equalities.discard((DOCUMENT_NAME, False))
    # Ordering by a field that equals one value has no effect.
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
    parts = [*_covered_by_single_fields(indexes, need), *_covered_by_composites(indexes, need)]
    return bool(parts) and frozenset[Equality]().union(*parts) == need.equalities


def _covered_by_single_fields(
    indexes: DeclaredIndexes, need: _Need
) -> Iterator[frozenset[Equality]]:
    """Yield the equalities covered by each single-field index that ends in the needed rest."""

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


def _covered_by_composites(indexes: DeclaredIndexes, need: _Need) -> Iterator[frozenset[Equality]]:
    """Yield the equalities covered by each declared index that ends in the needed rest."""
    for index in indexes.of(need.collection_id, need.group):
        split = len(index.parts) - len(need.rest)
        if index.vector is not None or split < 0:
            continue
        covered = frozenset((path, mode == "CONTAINS") for path, mode in index.parts[:split])
        if covered <= need.equalities and all(map(_matches_order, index.parts[split:], need.rest)):
            yield covered


def _matches_order(part: Part, wanted: Ordered) -> bool:
    path, mode = part
    return path == wanted[0] and mode != "CONTAINS" and wanted[1] in (None, mode == "DESCENDING")


def _serves_nearest(indexes: DeclaredIndexes, need: _Need, plan: Plan) -> bool:
    """Return whether a vector index has this field, this dimension and exactly these filters."""
    wanted = _searched_vector(plan)
    filtered = need.equalities | {(path, False) for path, _ in need.rest[:-1]}
    return any(
        index.vector == wanted
        and {(path, mode == "CONTAINS") for path, mode in index.parts[:-1]} == filtered
        for index in indexes.of(need.collection_id, need.group)
    )


def _searched_vector(plan: Plan) -> tuple[FieldPath, int]:
    search = plan.find_nearest
    assert search is not None
    field = parse_field_path(search.vector_field.field_path)
    return field, len(vector_of(search.query_vector) or ())


def _missing_index(need: _Need, plan: Plan) -> FirestoreError:
    fields: list[dict[str, Any]] = [
        {"fieldPath": format_field_path(path)}
        | ({"arrayConfig": "CONTAINS"} if contains else {"order": "ASCENDING"})
        for path, contains in sorted(need.equalities)
    ]
    fields += [
        {"fieldPath": format_field_path(path), "order": "DESCENDING" if descends else "ASCENDING"}
        for path, descends in need.rest[: None if _needs_explicit_name(need) else -1]
    ]
    if plan.find_nearest is not None:
        path, dimension = _searched_vector(plan)
        vector = {"dimension": dimension, "flat": {}}
        fields.append({"fieldPath": format_field_path(path), "vectorConfig": vector})
    index = {
        "collectionGroup": need.collection_id,
        "queryScope": "COLLECTION_GROUP" if need.group else "COLLECTION",
        "fields": fields,
    }
    return failed_precondition(
        "The query requires an index. Declare this one in firestore.indexes.json, as a field "
        f"override if it has a single field: {json.dumps(index)}"
    )


def _needs_explicit_name(need: _Need) -> bool:
    """Return whether the name's direction differs from the index's default."""
    last = need.rest[-2][1] if len(need.rest) > 1 else False
    return bool(need.rest[-1][1]) != bool(last)

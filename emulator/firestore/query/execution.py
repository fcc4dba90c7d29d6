"""Runs a plan: chooses an index, then applies filters, order, cursors and limits."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from emulator.firestore.data.documents import Doc
from emulator.firestore.data.indexes import Collection, Entry, Scope
from emulator.firestore.query.plans import Plan, Row
from emulator.firestore.query.predicates import AFTER, Conjunction, Contains, Range, equality
from emulator.firestore.wire.fieldpaths import DOCUMENT_NAME, FieldPath
from emulator.firestore.wire.values import path_prefix


@dataclass(slots=True)
class Result:
    """A query's rows, how many the offset skipped, and how many documents were scanned."""

    rows: list[Row]
    skipped: int
    scanned: int


@dataclass(slots=True)
class _Access:
    """One way to find candidates: a slice of a sorted index."""

    entries: list[Entry]
    low: int
    high: int
    backwards: bool
    in_order: bool

    @property
    def size(self) -> int:
        return max(0, self.high - self.low)

    def documents(self) -> Iterator[Doc]:
        if self.backwards:
            positions: Iterable[int] = range(self.high - 1, self.low - 1, -1)
        else:
            positions = range(self.low, self.high)
        return (self.entries[position][1] for position in positions)


def run_plan(plan: Plan, micros: int | None = None) -> Result:
    """Run a query on the newest versions, or on those current at a time in microseconds."""
    counter = [0]
    if plan.find_nearest is not None:
        rows = _nearest(plan, micros, counter)
        start = plan.offset
        stop = None if plan.limit is None else start + plan.limit
        return Result(rows[start:stop], min(start, len(rows)), counter[0])
    rows_in_order = _ordered_rows(plan, micros, counter)
    skipped = sum(1 for _ in islice(rows_in_order, plan.offset))
    rows = list(islice(rows_in_order, plan.limit))
    return Result(rows, skipped, counter[0])


def _nearest(plan: Plan, micros: int | None, counter: list[int]) -> list[Row]:
    # Imported late, because few programs compare vectors, and numpy takes long to load.
    from emulator.firestore.query.nearest import nearest_rows

    scope = _scope(plan)
    if isinstance(scope, Collection) and not _needs_history(scope, micros) and plan.takes_all:
        counter[0] = scope.live
        return nearest_rows(plan.find_nearest, scope, None)
    rows = _all_matching(plan, micros, counter)
    is_past = scope is None or _needs_history(scope, micros)
    return nearest_rows(plan.find_nearest, None if is_past else scope, rows)


def _ordered_rows(plan: Plan, micros: int | None, counter: list[int]) -> Iterator[Row]:
    scope = _scope(plan)
    if scope is None:
        return
    if not _needs_history(scope, micros) and not scope.is_small():
        conjunctions = plan.disjuncts or [()]
        access = _best_access(plan, scope, conjunctions[0])
        if len(conjunctions) == 1 and access.in_order:
            for doc in access.documents():
                counter[0] += 1
                row = Row(doc, doc.current)
                if not plan.in_scope(doc.path) or not plan.matches(row):
                    continue
                if plan.is_past_end(row):
                    return
                if plan.is_within(row):
                    yield row
            return
    rows = _all_matching(plan, micros, counter)
    plan.sort(rows)
    yield from rows


def _all_matching(plan: Plan, micros: int | None, counter: list[int]) -> list[Row]:
    scope = _scope(plan)
    if scope is None:
        return []
    rows: list[Row] = []
    for doc in _candidates(plan, scope, micros):
        counter[0] += 1
        version = doc.current if micros is None else doc.at(micros)
        if version.fields is None:
            continue
        row = Row(doc, version)
        if plan.in_scope(doc.path) and plan.matches(row) and plan.is_within(row):
            rows.append(row)
    return rows


def _scope(plan: Plan) -> Scope | None:
    if plan.collection_path is not None:
        return plan.database.collection(plan.collection_path)
    if plan.collection_id is not None:
        return plan.database.groups.get(plan.collection_id)
    return plan.database.everything


def _needs_history(scope: Scope, micros: int | None) -> bool:
    return micros is not None and scope.last_change > micros


def _candidates(plan: Plan, scope: Scope, micros: int | None) -> Iterable[Doc]:
    if _needs_history(scope, micros):
        return scope.all_documents()
    if scope.is_small():
        return scope.live_documents()
    conjunctions = plan.disjuncts or [()]
    if len(conjunctions) == 1:
        return _best_access(plan, scope, conjunctions[0]).documents()
    found = chain.from_iterable(
        _best_access(plan, scope, conjunction).documents() for conjunction in conjunctions
    )
    return dict.fromkeys(found)


def _best_access(plan: Plan, scope: Scope, conjunction: Conjunction) -> _Access:
    ordered = _ordered_access(plan, scope, conjunction)
    best: _Access | None = None
    for predicate in conjunction:
        if isinstance(predicate, Contains):
            entries = scope.index((predicate.field, True))
            wanted = equality(predicate.field, predicate.element)
        elif isinstance(predicate, Range) and predicate.is_equality:
            if predicate.field == DOCUMENT_NAME:
                return _name_access(plan, scope, conjunction)
            entries = scope.index((predicate.field, False))
            wanted = predicate
        else:
            continue
        low, high = _slice(entries, wanted.low, wanted.high)
        if best is None or high - low < best.size:
            only_name = plan.orders[0].field == DOCUMENT_NAME
            best = _Access(entries, low, high, plan.orders[0].descending, only_name)
    if best is None:
        return ordered
    if best.in_order or plan.limit is None or not ordered.in_order:
        return best
    # An ordered walk stops at the limit; the rarer the matches, the longer the walk.
    expected = (plan.offset + plan.limit) * ordered.size / max(1, best.size)
    return ordered if expected < best.size else best


def _ordered_access(plan: Plan, scope: Scope, conjunction: Conjunction) -> _Access:
    first = plan.orders[0]
    if first.field == DOCUMENT_NAME:
        return _name_access(plan, scope, conjunction)
    entries = scope.index((first.field, False))
    low_key, high_key = _bounds(plan, conjunction, first.field)
    low, high = _slice(entries, low_key, high_key)
    same_direction = len(plan.orders) == 2 and plan.orders[1].descending == first.descending
    return _Access(entries, low, high, first.descending, same_direction)


def _name_access(plan: Plan, scope: Scope, conjunction: Conjunction) -> _Access:
    entries = scope.names()
    low_key, high_key = _bounds(plan, conjunction, DOCUMENT_NAME)
    if plan.parent:
        prefix = path_prefix(plan.parent)
        low_key = max(low_key, prefix)
        high_key = min(high_key, prefix + AFTER)
    low, high = _slice(entries, low_key, high_key)
    only_name = plan.orders[0].field == DOCUMENT_NAME
    return _Access(entries, low, high, plan.orders[0].descending, only_name)


def _bounds(plan: Plan, conjunction: Conjunction, field: FieldPath) -> tuple[bytes, bytes]:
    """Return the range of keys that filters and cursors allow for a field."""
    low, high = b"", AFTER
    for predicate in conjunction:
        if isinstance(predicate, Range) and predicate.field == field:
            low = max(low, predicate.low)
            high = min(high, predicate.high)
    first = plan.orders[0]
    if first.field == field:
        start, end = (plan.end, plan.start) if first.descending else (plan.start, plan.end)
        if start is not None and start.keys:
            low = max(low, start.keys[0])
        if end is not None and end.keys:
            high = min(high, end.keys[0] + AFTER)
    return low, high


def _slice(entries: list[Entry], low: bytes, high: bytes) -> tuple[int, int]:
    start = bisect_left(entries, (low,))
    return start, max(start, bisect_left(entries, (high,)))

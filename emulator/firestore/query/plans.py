"""Plans of structured queries: scope, filters, full order, cursors and limits."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial

from emulator.firestore.data.database import Database
from emulator.firestore.data.documents import Doc, Version, parse_fields
from emulator.firestore.query.predicates import Conjunction
from emulator.firestore.wire.fieldpaths import (
    DOCUMENT_NAME,
    FieldPath,
    get_field,
)
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.values import order_key

_DESCENDING = 2


class Row:
    """A candidate document of a query, with the keys computed so far."""

    __slots__ = ("_elements", "_fields", "_keys", "computed", "doc", "version")

    def __init__(self, doc: Doc, version: Version) -> None:
        self.doc = doc
        self.version = version
        self.computed: tuple[str, bytes] | None = None
        self._fields: Message | None = None
        self._keys: dict[FieldPath, bytes | None] = {}
        self._elements: dict[FieldPath, frozenset[bytes]] = {}

    @property
    def fields(self) -> Message:
        """The parsed map of fields."""
        if self._fields is None:
            self._fields = parse_fields(self.version.fields or b"").fields
        return self._fields

    def value(self, path: FieldPath) -> Message | None:
        """Return the value of a field, or None if there is none."""
        return get_field(self.fields, path)

    def key(self, path: FieldPath) -> bytes | None:
        """Return the order key of a field's value, or None if there is none."""
        if path in self._keys:
            return self._keys[path]
        if path == DOCUMENT_NAME:
            key: bytes | None = self.doc.key
        else:
            value = self.value(path)
            key = order_key(value) if value is not None else None
        self._keys[path] = key
        return key

    def element_keys(self, path: FieldPath) -> frozenset[bytes]:
        """Return the order keys of an array's elements, nothing for other values."""
        known = self._elements.get(path)
        if known is None:
            value = self.value(path)
            if value is None or value.WhichOneof("value_type") != "array_value":
                known = frozenset()
            else:
                known = frozenset(map(order_key, value.array_value.values))
            self._elements[path] = known
        return known


@dataclass(frozen=True, slots=True)
class Order:
    """One field of the result order."""

    field: FieldPath
    descending: bool


@dataclass(frozen=True, slots=True)
class Position:
    """A cursor: the keys of the leading orders, and whether it lies before equal rows."""

    keys: tuple[bytes, ...]
    before: bool


@dataclass(slots=True)
class Plan:
    """Everything needed to run a query.

    Attributes:
        parent: The path of the document the query starts at, empty for the root.
        collection_id: The collections' id, None for all.
        descendants: Whether collections at any depth count, or only those of the parent.
        disjuncts: The filters; a row must pass all of one conjunction. None means no filter.
        orders: The full order, the document name always last.
        explicit_orders: How many of the orders the query states explicitly.
        select: The fields to return, None for all.
        must_exist: Further fields that a row must have, for aggregations.
    """

    database: Database
    parent: str
    collection_id: str | None
    descendants: bool
    disjuncts: list[Conjunction] | None
    orders: list[Order]
    explicit_orders: int
    equality_fields: set[FieldPath]
    inequality_fields: set[FieldPath]
    start: Position | None = None
    end: Position | None = None
    offset: int = 0
    limit: int | None = None
    select: list[FieldPath] | None = None
    find_nearest: Message | None = None
    must_exist: list[FieldPath] = field(default_factory=list)

    @property
    def collection_path(self) -> str | None:
        """The path of the one collection queried, None for a group or everything."""
        if self.descendants or self.collection_id is None:
            return None
        return f"{self.parent}/{self.collection_id}" if self.parent else self.collection_id

    @property
    def takes_all(self) -> bool:
        """Whether every document of the queried collections is a result, but for the limits."""
        return (
            self.disjuncts is None
            and self.start is None
            and self.end is None
            and not self.must_exist
            and all(order.field == DOCUMENT_NAME for order in self.orders)
        )

    def in_scope(self, path: str) -> bool:
        """Return whether a document at this path is in the queried collections."""
        if self.parent and not path.startswith(self.parent + "/"):
            return False
        segments = path.split("/")
        if self.collection_id is not None and segments[-2] != self.collection_id:
            return False
        depth = self.parent.count("/") + 1 if self.parent else 0
        return self.descendants or len(segments) == depth + 2

    def matches(self, row: Row) -> bool:
        """Return whether a row passes the filters and has every field of the order."""
        if self.disjuncts is not None and not any(
            all(predicate.matches(row) for predicate in conjunction)
            for conjunction in self.disjuncts
        ):
            return False
        return self.is_ordered(row)

    def is_ordered(self, row: Row) -> bool:
        """Return whether a row has every field that the order or an aggregation needs."""
        return all(row.key(order.field) is not None for order in self.orders) and all(
            row.value(path) is not None for path in self.must_exist
        )

    def is_within(self, row: Row) -> bool:
        """Return whether a row lies between the cursors."""
        if self.start is not None:
            side = self._compare(row, self.start)
            if side < 0 or (side == 0 and not self.start.before):
                return False
        return not self.is_past_end(row)

    def is_past_end(self, row: Row) -> bool:
        """Return whether a row, and so every later one, lies past the end cursor."""
        if self.end is None:
            return False
        side = self._compare(row, self.end)
        return side > 0 or (side == 0 and self.end.before)

    def _compare(self, row: Row, position: Position) -> int:
        for order, wanted in zip(self.orders, position.keys, strict=False):
            key = row.key(order.field) or b""
            if key != wanted:
                return 1 if (key > wanted) != order.descending else -1
        return 0

    def sort(self, rows: list[Row]) -> None:
        """Sort rows by the full order, in place."""
        for order in reversed(self.orders):
            rows.sort(key=partial(_sort_key, order.field), reverse=order.descending)


def _sort_key(path: FieldPath, row: Row) -> bytes:
    return row.key(path) or b""

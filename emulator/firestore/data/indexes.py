"""Sorted indexes over the documents of a collection, a collection group or a database.

An index is built when a query first needs it, and every later write keeps it up to date. Its
entries are ``(order key of the value + order key of the name, document)``. Since no key is the
prefix of another, all entries of one value are adjacent and ordered by name.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import TYPE_CHECKING

from emulator.firestore.data.documents import Doc, parse_fields
from emulator.firestore.wire.fieldpaths import FieldPath, get_field
from emulator.firestore.wire.protos import Message
from emulator.firestore.wire.values import order_key

if TYPE_CHECKING:
    from emulator.firestore.data.vectors import VectorTable

Entry = tuple[bytes, Doc]
IndexId = tuple[FieldPath, bool]
"""A field path, and whether the index covers the elements of arrays."""

SMALL_SCOPE = 24
"""A scope of at most this many documents is scanned rather than indexed."""

_MAX_INDEXES = 100
_MAX_TABLES = 4


def entry_keys(fields: Message, index: IndexId) -> set[bytes]:
    """Return the value keys under which an index lists a document."""
    path, elements = index
    value = get_field(fields, path)
    if value is None:
        return set()
    if not elements:
        return {order_key(value)}
    if value.WhichOneof("value_type") != "array_value":
        return set()
    return {order_key(item) for item in value.array_value.values}


class Scope:
    """A set of documents that queries run over, with the indexes built for it.

    ``last_change`` is the time in microseconds of the newest change to any of the documents.
    """

    def __init__(self) -> None:
        self.last_change = 0
        self._names: list[Entry] | None = None
        self._indexes: dict[IndexId, list[Entry]] = {}
        self._tables: dict[tuple[FieldPath, int], VectorTable] = {}

    def all_documents(self) -> Iterable[Doc]:
        """Iterate over all documents, including deleted ones that have a history."""
        raise NotImplementedError

    def live_documents(self) -> Iterable[Doc]:
        """Iterate over the documents that exist now, in no particular order."""
        return (doc for doc in self.all_documents() if doc.fields is not None)

    def is_small(self) -> bool:
        """Return whether scanning is cheaper than an index."""
        raise NotImplementedError

    def names(self) -> list[Entry]:
        """Return the index of document names."""
        if self._names is None:
            self._names = sorted((doc.key, doc) for doc in self.live_documents())
        return self._names

    def index(self, index: IndexId) -> list[Entry]:
        """Return the index over a field, building it on first use."""
        entries = self._indexes.get(index)
        if entries is None:
            if len(self._indexes) >= _MAX_INDEXES:
                del self._indexes[next(iter(self._indexes))]
            entries = sorted(
                (key + doc.key, doc)
                for doc in self.live_documents()
                for key in entry_keys(parse_fields(doc.fields or b"").fields, index)
            )
            self._indexes[index] = entries
        return entries

    def vectors(self, field: FieldPath, dimensions: int) -> VectorTable:
        """Return the vectors of one length in a field, decoding them on first use."""
        table = self._tables.get((field, dimensions))
        if table is None:
            # Imported late, because few programs compare vectors, and numpy takes long to load.
            from emulator.firestore.data.vectors import VectorTable

            if len(self._tables) >= _MAX_TABLES:
                del self._tables[next(iter(self._tables))]
            table = VectorTable(field, dimensions, self.live_documents())
            self._tables[field, dimensions] = table
        return table

    @property
    def has_field_indexes(self) -> bool:
        """Whether :meth:`update` needs the parsed fields."""
        return bool(self._indexes)

    def update(self, doc: Doc, old: Message | None, new: Message | None, existed: bool) -> None:
        """Update all indexes after a change.

        Args:
            doc: The changed document, already holding its new version.
            old: Its previous fields, or None if it did not exist or no index needs them.
            new: Its new fields, likewise.
            existed: Whether it existed before.
        """
        self.last_change = doc.update_time
        for table in self._tables.values():
            table.changed(doc)
        exists = doc.fields is not None
        if self._names is not None and existed != exists:
            if exists:
                insort(self._names, (doc.key, doc))
            else:
                _remove(self._names, doc.key)
        for index, entries in self._indexes.items():
            before = entry_keys(old.fields, index) if old is not None else set()
            after = entry_keys(new.fields, index) if new is not None else set()
            for key in before - after:
                _remove(entries, key + doc.key)
            for key in after - before:
                insort(entries, (key + doc.key, doc))


def _remove(entries: list[Entry], key: bytes) -> None:
    position = bisect_left(entries, (key,))
    del entries[position]


class Collection(Scope):
    """The documents directly in one collection."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.docs: dict[str, Doc] = {}
        self.live = 0

    def all_documents(self) -> Iterable[Doc]:
        """Iterate over all documents, including deleted ones that have a history."""
        return self.docs.values()

    def is_small(self) -> bool:
        """Return whether scanning is cheaper than an index."""
        return len(self.docs) <= SMALL_SCOPE


class CollectionGroup(Scope):
    """The documents of all collections with one id."""

    def __init__(self) -> None:
        super().__init__()
        self.collections: dict[str, Collection] = {}

    def all_documents(self) -> Iterable[Doc]:
        """Iterate over all documents, including deleted ones that have a history."""
        for collection in self.collections.values():
            yield from collection.docs.values()

    def is_small(self) -> bool:
        """Return whether scanning is cheaper than an index."""
        total = 0
        for collection in self.collections.values():
            total += len(collection.docs)
            if total > SMALL_SCOPE:
                return False
        return True


class Everything(Scope):
    """All documents of a database."""

    def __init__(self, docs: dict[str, Doc]) -> None:
        super().__init__()
        self._docs = docs

    def all_documents(self) -> Iterable[Doc]:
        """Iterate over all documents, including deleted ones that have a history."""
        return self._docs.values()

    def is_small(self) -> bool:
        """Return whether scanning is cheaper than an index."""
        return len(self._docs) <= SMALL_SCOPE

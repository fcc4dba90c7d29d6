"""All documents of one database in memory, with their versions of the last hour."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple

from emulator.firestore.data.documents import ABSENT, Doc, Version, parse_fields
from emulator.firestore.data.index_file import DeclaredIndexes
from emulator.firestore.data.indexes import Collection, CollectionGroup, Everything, Scope
from emulator.firestore.wire.errors import failed_precondition, invalid_argument
from emulator.firestore.wire.names import collection_id_of, collection_of

HISTORY_MICROS = 3_600_000_000
"""How long an old version stays readable: one hour."""


class Change(NamedTuple):
    """A document's version before and after a commit."""

    doc: Doc
    before: Version
    after: Version


class Clock:
    """The clock of one server: it never goes back, and no two commits share a time."""

    def __init__(self, now_micros: Callable[[], int]) -> None:
        self._now_micros = now_micros
        self._last = 0

    def read(self) -> int:
        """Return a time in microseconds at which everything committed so far is visible."""
        self._last = max(self._now_micros(), self._last)
        return self._last

    def commit(self) -> int:
        """Return a time in microseconds later than every time returned before."""
        self._last = max(self._now_micros(), self._last + 1)
        return self._last

    def advance_to(self, micros: int) -> None:
        """Move the clock forward to at least this time."""
        self._last = max(self._last, micros)


class Database:
    """The documents of one database and the scopes queries run over.

    Attributes:
        name: ``projects/{project}/databases/{database}``.
        prefix: The start of every document name; it ends with a slash.
        docs: All documents by path, including deleted ones that have a history.
        declared: The indexes that queries may use; with None, every query is answered.
        known_since: Since when all versions are known, in microseconds since the epoch: the latest
            deletion before this process began. What was deleted until then has left the file.
    """

    def __init__(self, name: str, clock: Clock, declared: DeclaredIndexes | None = None) -> None:
        self.name = name
        self.declared = declared
        self.prefix = f"{name}/documents/"
        self.clock = clock
        self.docs: dict[str, Doc] = {}
        self.collections: dict[str, Collection] = {}
        self.groups: dict[str, CollectionGroup] = {}
        self.everything = Everything(self.docs)
        self.known_since = 0
        self.observers: list[Callable[[int, list[Change]], None]] = []
        self._superseded: deque[tuple[int, Doc]] = deque()

    def relative(self, name: str) -> str:
        """Return the path within a full name, which must be in this database.

        Raises:
            FirestoreError: INVALID_ARGUMENT when it is in another database.
        """
        if not name.startswith(self.prefix):
            raise invalid_argument(f'Document name "{name}" is not in database "{self.name}".')
        return name[len(self.prefix) :]

    def version(self, path: str, micros: int | None = None) -> Version:
        """Return the version of a document now, or at a time in microseconds."""
        doc = self.docs.get(path)
        if doc is None:
            return ABSENT
        return doc.current if micros is None else doc.at(micros)

    def check_read_time(self, micros: int) -> int:
        """Check a read time chosen by a client and return it.

        Raises:
            FirestoreError: INVALID_ARGUMENT for the future, FAILED_PRECONDITION for a time
                that is more than an hour ago.
        """
        now = self.clock.read()
        if micros > now:
            raise invalid_argument("The requested 'read_time' cannot be in the future.")
        if micros < max(now - HISTORY_MICROS, self.known_since):
            raise failed_precondition("The requested snapshot version is too old.")
        return micros

    def collection(self, path: str) -> Scope | None:
        """Return a collection's scope, or None if it has no documents."""
        return self.collections.get(path)

    def install(self, micros: int, updates: Iterable[tuple[str, Version]]) -> list[Change]:
        """Make new versions current and notify the observers.

        Args:
            micros: The commit time, microseconds since the epoch.
            updates: The new version of each changed document, each path once.
        """
        changes: list[Change] = []
        for path, version in updates:
            doc = self.docs.get(path)
            if doc is None:
                doc = self._add(path)
            changes.append(self._apply(doc, version))
        for observer in self.observers:
            observer(micros, changes)
        return changes

    def _add(self, path: str) -> Doc:
        doc = self.docs[path] = Doc(path)
        holder = collection_of(path)
        collection = self.collections.get(holder)
        if collection is None:
            collection = self.collections[holder] = Collection(holder)
            group_id = collection_id_of(path)
            group = self.groups.get(group_id)
            if group is None:
                group = self.groups[group_id] = CollectionGroup()
            group.collections[holder] = collection
        collection.docs[path] = doc
        return doc

    def _apply(self, doc: Doc, version: Version) -> Change:
        before = doc.current
        doc.install(version)
        existed = before.fields is not None
        exists = version.fields is not None
        if before.update_time or not exists:
            self._superseded.append((version.update_time, doc))
        collection = self.collections[collection_of(doc.path)]
        collection.live += exists - existed
        scopes: tuple[Scope, ...] = (
            collection,
            self.groups[collection_id_of(doc.path)],
            self.everything,
        )
        old = new = None
        if any(scope.has_field_indexes for scope in scopes):
            old = parse_fields(before.fields) if before.fields is not None else None
            new = parse_fields(version.fields) if version.fields is not None else None
        for scope in scopes:
            scope.update(doc, old, new, existed)
        return Change(doc, before, version)

    def prune(self) -> list[tuple[str, int]]:
        """Remove the versions that are too old to be read.

        Returns:
            The path and update time (microseconds) of each removed version.
        """
        horizon = self.clock.read() - HISTORY_MICROS
        expired: list[tuple[str, int]] = []
        queue = self._superseded
        while queue and queue[0][0] < horizon:
            _, doc = queue.popleft()
            expired.extend((doc.path, version.update_time) for version in doc.prune(horizon))
            if self.docs.get(doc.path) is not doc:
                continue
            if doc.fields is None and doc.history is None and doc.update_time < horizon:
                expired.append((doc.path, doc.update_time))
                self._forget(doc)
        return expired

    def _forget(self, doc: Doc) -> None:
        del self.docs[doc.path]
        holder = collection_of(doc.path)
        collection = self.collections[holder]
        del collection.docs[doc.path]
        if not collection.docs:
            del self.collections[holder]
            del self.groups[collection_id_of(doc.path)].collections[holder]

    def child_collection_ids(self, parent: str, micros: int | None = None) -> list[str]:
        """List the ids of the collections below a document (or the root), sorted.

        A collection is listed if there is a document in it or anywhere below it.
        """
        prefix = f"{parent}/" if parent else ""
        found: set[str] = set()
        for path, collection in self.collections.items():
            if not path.startswith(prefix):
                continue
            head = path[len(prefix) :].split("/", 1)[0]
            if head not in found and _has_documents(collection, micros):
                found.add(head)
        return sorted(found, key=str.encode)

    def missing_documents(self, collection_path: str, micros: int | None = None) -> set[str]:
        """Return the paths of documents that do not exist but have documents below them."""
        prefix = f"{collection_path}/"
        found: set[str] = set()
        for path, collection in self.collections.items():
            if path.startswith(prefix) and _has_documents(collection, micros):
                found.add(prefix + path[len(prefix) :].split("/", 1)[0])
        return {path for path in found if self.version(path, micros).fields is None}


def _has_documents(collection: Collection, micros: int | None) -> bool:
    if micros is None:
        return collection.live > 0
    return any(doc.at(micros).fields is not None for doc in collection.all_documents())

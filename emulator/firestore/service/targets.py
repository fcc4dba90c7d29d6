"""Targets of a listen stream: what a client watches, and which versions it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from emulator.firestore.data.database import Change, Database
from emulator.firestore.data.documents import Doc, Version
from emulator.firestore.query.execution import run_plan
from emulator.firestore.query.planning import make_plan
from emulator.firestore.query.plans import Plan, Row
from emulator.firestore.query.required_indexes import require_index
from emulator.firestore.query.results import masked
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.names import check_document_path
from emulator.firestore.wire.protos import Message

Members = dict[str, int]
"""What a client has: the update time of each document, in microseconds."""

State = dict[str, Version]
"""The documents of a target at one time."""


@dataclass(slots=True)
class Delta:
    """A change to one document, as one target sees it.

    Attributes:
        path: The document's path.
        version: Its new version; the fields are None when it does not exist.
        member: Whether it belongs to the target now.
    """

    path: str
    version: Version
    member: bool


@dataclass(slots=True)
class Interest:
    """The changes that can concern a target."""

    documents: frozenset[str] = frozenset()
    collection: str | None = None
    group: str | None = None


@dataclass(slots=True)
class DocumentsTarget:
    """Watches documents by name."""

    target_id: int
    database: Database
    paths: frozenset[str]
    members: Members = field(default_factory=dict)

    @property
    def interest(self) -> Interest:
        """The changes that can concern this target."""
        return Interest(documents=self.paths)

    def state(self, micros: int | None) -> State:
        """Return the target's documents now, or at a time in microseconds."""
        versions = {path: self.database.version(path, micros) for path in self.paths}
        return {path: version for path, version in versions.items() if version.fields is not None}

    def changed(self, changes: Iterable[Change]) -> Iterator[Delta]:
        """Record changes and yield those that the client must receive."""
        for change in changes:
            path, version = change.doc.path, change.after
            if path in self.paths:
                yield _record(self.members, path, version, version.fields is not None)


@dataclass(slots=True)
class QueryTarget:
    """Watches the result of a query."""

    target_id: int
    database: Database
    plan: Plan
    members: Members = field(default_factory=dict)

    @property
    def interest(self) -> Interest:
        """The changes that can concern this target."""
        if self.plan.collection_path is not None:
            return Interest(collection=self.plan.collection_path)
        return Interest(group=self.plan.collection_id)

    def state(self, micros: int | None) -> State:
        """Return the target's documents now, or at a time in microseconds."""
        rows = run_plan(self.plan, micros).rows
        return {row.doc.path: masked(row.version, self.plan.select) for row in rows}

    def changed(self, changes: Iterable[Change]) -> Iterator[Delta]:
        """Record changes and yield those that the client must receive."""
        if self.plan.limit is not None or self.plan.offset:
            yield from self._changed_window(changes)
            return
        for change in changes:
            path = change.doc.path
            if not self.plan.in_scope(path):
                continue
            matches = self._matches(change.doc, change.after)
            if matches or path in self.members:
                version = masked(change.after, self.plan.select)
                yield _record(self.members, path, version, matches)

    def _matches(self, doc: Doc, version: Version) -> bool:
        if version.fields is None:
            return False
        row = Row(doc, version)
        return self.plan.matches(row) and self.plan.is_within(row)

    def _changed_window(self, changes: Iterable[Change]) -> Iterator[Delta]:
        # A document that the offset skips moves the window too, when it comes or goes.
        if any(
            self.plan.in_scope(doc.path)
            and (self._matches(doc, before) or self._matches(doc, after))
            for doc, before, after in changes
        ):
            yield from difference(self, self.state(None))


WatchTarget = DocumentsTarget | QueryTarget


def difference(target: WatchTarget, new: State) -> Iterator[Delta]:
    """Record a new state and yield its differences from the one that the client has."""
    old = target.members
    target.members = {path: version.update_time for path, version in new.items()}
    for path in old:
        if path not in new:
            yield Delta(path, target.database.version(path), False)
    for path, version in new.items():
        if old.get(path) != version.update_time:
            yield Delta(path, version, True)


def _record(members: Members, path: str, version: Version, member: bool) -> Delta:
    if member:
        members[path] = version.update_time
    else:
        members.pop(path, None)
    return Delta(path, version, member)


def make_target(database: Database, target: Message) -> WatchTarget:
    """Create a target from its message.

    Raises:
        FirestoreError: INVALID_ARGUMENT when it cannot be watched, FAILED_PRECONDITION when it
            lacks an index.
    """
    kind = target.WhichOneof("target_type")
    if kind == "documents":
        if not target.documents.documents:
            raise invalid_argument("A documents target must have at least one document.")
        paths = []
        for name in target.documents.documents:
            path = database.relative(name)
            paths.append(check_document_path(path, name))
        return DocumentsTarget(target.target_id, database, frozenset(paths))
    if kind != "query" or not target.query.HasField("structured_query"):
        raise invalid_argument("A target must have a query or documents.")
    plan = make_plan(database, target.query.parent, target.query.structured_query)
    require_index(database.declared, plan)
    if plan.find_nearest is not None:
        raise invalid_argument("'find_nearest' is not supported by real-time queries.")
    if plan.collection_id is None:
        raise invalid_argument("All-collection queries are not supported by real-time queries.")
    if plan.descendants and plan.parent:
        raise invalid_argument(
            "'all_descendants' in CollectionSelector with document parent is not supported by "
            "real-time queries."
        )
    return QueryTarget(target.target_id, database, plan)

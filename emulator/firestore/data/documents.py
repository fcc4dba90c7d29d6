"""One stored document with its versions.

Fields are kept serialized, in canonical form (deterministic protobuf): most reads only pass them
on, and two versions are equal exactly when their bytes are.
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.firestore.wire import protos
from emulator.firestore.wire.protos import Message, length_delimited, timestamp_bytes
from emulator.firestore.wire.values import path_key

_TAG_NAME = b"\x0a"
_TAG_CREATE_TIME = b"\x1a"
_TAG_UPDATE_TIME = b"\x22"


class Version(NamedTuple):
    """A document's state from ``update_time`` on; ``fields`` is None after a delete.

    Times are microseconds since the epoch.
    """

    update_time: int
    create_time: int
    fields: bytes | None


ABSENT = Version(0, 0, None)


class Doc:
    """A document's current version, its history, and its place in the name order."""

    __slots__ = ("_key", "create_time", "fields", "history", "path", "update_time")

    def __init__(self, path: str) -> None:
        self.path = path
        self.update_time = 0
        self.create_time = 0
        self.fields: bytes | None = None
        self.history: list[Version] | None = None
        self._key: bytes | None = None

    @property
    def key(self) -> bytes:
        """The order key of the document's path."""
        key = self._key
        if key is None:
            key = self._key = path_key(self.path)
        return key

    def __lt__(self, other: Doc) -> bool:
        return self.key < other.key

    @property
    def current(self) -> Version:
        """The newest version."""
        return Version(self.update_time, self.create_time, self.fields)

    def at(self, micros: int) -> Version:
        """Return the version that was current at a time in microseconds."""
        if self.update_time <= micros:
            return self.current
        for version in reversed(self.history or ()):
            if version.update_time <= micros:
                return version
        return ABSENT

    def install(self, version: Version) -> None:
        """Make a new version the current one and add the old one to the history."""
        if self.update_time:
            if self.history is None:
                self.history = []
            self.history.append(self.current)
        self.update_time, self.create_time, self.fields = version

    def prune(self, horizon: int) -> list[Version]:
        """Remove and return the versions that no read at or after ``horizon`` can see."""
        history = self.history
        if not history:
            return []
        successors = [version.update_time for version in history[1:]]
        successors.append(self.update_time)
        keep = 0
        while keep < len(history) and successors[keep] <= horizon:
            keep += 1
        dropped = history[:keep]
        self.history = history[keep:] or None
        return dropped


def serialize_fields(document: Message) -> bytes:
    """Return the canonical bytes of a Document message that contains only fields."""
    encoded: bytes = document.SerializeToString(deterministic=True)
    return encoded


def parse_fields(fields: bytes) -> Message:
    """Return a Document message with the given canonical fields."""
    return protos.Document.FromString(fields)


def document_bytes(prefix: str, path: str, version: Version) -> bytes:
    """Return the serialized Document of an existing version.

    Args:
        prefix: The database's name with ``/documents/`` at the end.
        path: The document's path below it.
        version: The version; its fields must not be None.
    """
    name = (prefix + path).encode()
    return b"".join(
        (
            length_delimited(_TAG_NAME, name),
            version.fields or b"",
            length_delimited(_TAG_CREATE_TIME, timestamp_bytes(version.create_time)),
            length_delimited(_TAG_UPDATE_TIME, timestamp_bytes(version.update_time)),
        )
    )

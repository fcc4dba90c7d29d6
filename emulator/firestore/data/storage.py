"""Storage of commits: none, or a SQLite file that survives a kill at any time.

Every commit is one SQLite transaction in write-ahead mode. ``synchronous=NORMAL`` does not wait
for the disk: acknowledged commits survive a crash of the process, and after a power cut the file
is consistent but may lack the last commits.

A deleted document's earlier versions leave the file at once, and their content with them: they can
be read as of an earlier time only until the process ends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from emulator.firestore.data.documents import Version
from emulator.sqlite_file import SqliteFile

_SCHEMA = """
CREATE TABLE IF NOT EXISTS versions (
    database TEXT NOT NULL,
    path TEXT NOT NULL,
    update_time INTEGER NOT NULL,
    create_time INTEGER NOT NULL,
    fields BLOB,
    PRIMARY KEY (database, path, update_time)
)
"""


class StoredVersion(NamedTuple):
    """A stored version; times are microseconds since the epoch."""

    database: str
    path: str
    version: Version


class Storage(Protocol):
    """Stores versions of documents."""

    def load(self) -> Iterator[StoredVersion]:
        """Yield all stored versions, the oldest commit first."""

    def commit(
        self,
        database: str,
        updates: Iterable[tuple[str, Version]],
        expired: Iterable[tuple[str, int]],
    ) -> None:
        """Store new versions and delete expired ones, atomically.

        Args:
            database: The database's name.
            updates: The new versions by path.
            expired: Path and update time of each version that can no longer be read.
        """

    def close(self) -> None:
        """Close the file."""


class MemoryStorage:
    """Stores nothing: the documents live as long as the process."""

    def load(self) -> Iterator[StoredVersion]:
        """Yield nothing."""
        return iter(())

    def commit(
        self,
        database: str,
        updates: Iterable[tuple[str, Version]],
        expired: Iterable[tuple[str, int]],
    ) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class SqliteStorage:
    """Stores versions in a SQLite file.

    Args:
        path: The file; it and its directory are created if they are missing.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = SqliteFile(path, _SCHEMA)
        self._connection = self.file.connection

    def load(self) -> Iterator[StoredVersion]:
        """Yield all stored versions, the oldest commit first."""
        rows = self._connection.execute(
            "SELECT database, path, update_time, create_time, fields FROM versions"
            " ORDER BY update_time"
        )
        for database, path, update_time, create_time, fields in rows:
            yield StoredVersion(database, path, Version(update_time, create_time, fields))

    def commit(
        self,
        database: str,
        updates: Iterable[tuple[str, Version]],
        expired: Iterable[tuple[str, int]],
    ) -> None:
        """Store new versions and delete expired ones, atomically."""
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            for path, version in updates:
                if version.fields is None:
                    self._forget(database, path)
                execute("INSERT INTO versions VALUES (?, ?, ?, ?, ?)", (database, path, *version))
            for path, update_time in expired:
                execute(
                    "DELETE FROM versions WHERE database = ? AND path = ? AND update_time = ?",
                    (database, path, update_time),
                )
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            self.file.rolled_back()
            raise

    def _forget(self, database: str, path: str) -> None:
        """Delete all versions of a document that is deleted."""
        where = "WHERE database = ? AND path = ?"
        held = self._connection.execute(
            f"DELETE FROM versions {where} AND fields != x''",  # noqa: S608 - a constant
            (database, path),
        )
        if held.rowcount:
            self.file.content_deleted()
        self._connection.execute(
            f"DELETE FROM versions {where}",  # noqa: S608 - a constant
            (database, path),
        )

    def close(self) -> None:
        """Close the file."""
        self.file.close()

"""Storage of commits: none, or a SQLite file that survives a kill at any time.

Every commit is one SQLite transaction in write-ahead mode. ``synchronous=NORMAL`` does not wait
for the disk: acknowledged commits survive a crash of the process, and after a power cut the file
is consistent but may lack the last commits.

A deleted document leaves the file at once, its versions and its name with it: the past can be read
only until the process ends. Of deletions the file keeps nothing but the time of the latest.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
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
);
CREATE TABLE IF NOT EXISTS deletions (
    database TEXT NOT NULL PRIMARY KEY,
    latest INTEGER NOT NULL
);
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

    def deletions(self) -> Iterator[tuple[str, int]]:
        """Yield each database that had a deletion, and the time of the latest."""

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

    def deletions(self) -> Iterator[tuple[str, int]]:
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
        self._drop_names_of_deleted()

    def load(self) -> Iterator[StoredVersion]:
        """Yield all stored versions, the oldest commit first."""
        rows = self._connection.execute(
            "SELECT database, path, update_time, create_time, fields FROM versions"
            " ORDER BY update_time"
        )
        for database, path, update_time, create_time, fields in rows:
            yield StoredVersion(database, path, Version(update_time, create_time, fields))

    def deletions(self) -> Iterator[tuple[str, int]]:
        """Yield each database that had a deletion, and the time of the latest."""
        yield from self._connection.execute("SELECT database, latest FROM deletions")

    def commit(
        self,
        database: str,
        updates: Iterable[tuple[str, Version]],
        expired: Iterable[tuple[str, int]],
    ) -> None:
        """Store new versions and delete expired ones, atomically."""
        with self._transaction() as execute:
            for path, version in updates:
                if version.fields is None:
                    self._forget(database, path, version.update_time)
                else:
                    row = (database, path, *version)
                    execute("INSERT INTO versions VALUES (?, ?, ?, ?, ?)", row)
            for path, update_time in expired:
                execute(
                    "DELETE FROM versions WHERE database = ? AND path = ? AND update_time = ?",
                    (database, path, update_time),
                )

    def _forget(self, database: str, path: str, micros: int) -> None:
        """Delete all versions of a document that was deleted at this time."""
        held = self._connection.execute(
            "DELETE FROM versions WHERE database = ? AND path = ?", (database, path)
        )
        if held.rowcount:
            self.file.content_deleted()
        latest = (database, micros)
        self._connection.execute("INSERT OR REPLACE INTO deletions VALUES (?, ?)", latest)

    def _drop_names_of_deleted(self) -> None:
        """Drop the names of deleted documents, which earlier versions of this module kept."""
        with self._transaction() as execute:
            execute(
                "INSERT OR REPLACE INTO deletions SELECT database, max(update_time)"
                " FROM versions WHERE fields IS NULL GROUP BY database"
            )
            if execute("DELETE FROM versions WHERE fields IS NULL").rowcount:
                self.file.content_deleted()

    @contextmanager
    def _transaction(self) -> Iterator[Callable[..., sqlite3.Cursor]]:
        """Run the statements of the body atomically."""
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            yield execute
            execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                execute("ROLLBACK")
            self.file.rolled_back()
            raise

    def close(self) -> None:
        """Close the file."""
        self.file.close()

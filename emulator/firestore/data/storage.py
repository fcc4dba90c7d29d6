"""Where commits are kept: nowhere, or in a SQLite file that survives a kill at any moment.

Every commit is one SQLite transaction in write-ahead mode. ``synchronous=NORMAL`` does not wait
for the disk: what was acknowledged survives the death of the process at any moment, and after a
power cut the file is consistent, though the last commits may be missing.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, Protocol

from emulator.firestore.data.documents import Version

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
    """One version as it is stored; times are microseconds since the epoch."""

    database: str
    path: str
    version: Version


class Storage(Protocol):
    """Keeps versions of documents."""

    def load(self) -> Iterator[StoredVersion]:
        """Yield all stored versions, the oldest commit first."""

    def commit(
        self,
        database: str,
        updates: Iterable[tuple[str, Version]],
        gone: Iterable[tuple[str, int]],
    ) -> None:
        """Store new versions and drop old ones, all or nothing.

        Args:
            database: The database's name.
            updates: The new versions by path.
            gone: Path and time of the versions nobody can read any more.
        """

    def clear(self, database: str) -> None:
        """Drop everything of one database."""

    def close(self) -> None:
        """Give up the file."""


class MemoryStorage:
    """Keeps nothing: the documents live as long as the process."""

    def load(self) -> Iterator[StoredVersion]:
        """Yield nothing."""
        return iter(())

    def commit(
        self,
        database: str,
        updates: Iterable[tuple[str, Version]],
        gone: Iterable[tuple[str, int]],
    ) -> None:
        """Do nothing."""

    def clear(self, database: str) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class SqliteStorage:
    """Keeps versions in a SQLite file.

    Args:
        path: The file; it and its directory are made when they are missing.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The engine has one thread at a time, but not always the one that opened the file.
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=NORMAL")
        self._connection.execute(_SCHEMA)

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
        gone: Iterable[tuple[str, int]],
    ) -> None:
        """Store new versions and drop old ones, all or nothing."""
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        try:
            for path, version in updates:
                execute("INSERT INTO versions VALUES (?, ?, ?, ?, ?)", (database, path, *version))
            for path, update_time in gone:
                execute(
                    "DELETE FROM versions WHERE database = ? AND path = ? AND update_time = ?",
                    (database, path, update_time),
                )
            execute("COMMIT")
        except BaseException:
            execute("ROLLBACK")
            raise

    def clear(self, database: str) -> None:
        """Drop everything of one database."""
        self._connection.execute("DELETE FROM versions WHERE database = ?", (database,))

    def close(self) -> None:
        """Give up the file."""
        self._connection.close()

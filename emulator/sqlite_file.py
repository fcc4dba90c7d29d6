"""A SQLite file of the stack, from which what is deleted really disappears.

SQLite only forgets where deleted content is. `secure_delete` overwrites it, but the write-ahead log
keeps older copies of pages, and so do the gaps that reorganizing a page leaves in it. So once
content was deleted and nothing has been written for a moment, the file is rebuilt and the log cut
off. A mark in the file makes the next start do it if the process is killed before. A program that
reads the file meanwhile delays it until it has finished.
"""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

QUIET = 0.5
"""Seconds without a deletion before the file is rebuilt."""
LATEST = 10.0
"""Seconds after which it is rebuilt even if deletions go on."""
_SHARE = 0.05
"""The share of the time that rebuilding may take at most."""
_PATIENCE = 5000
"""Milliseconds to wait for a lock of another process, as Python does by default."""
_LARGE = 256 * 1024 * 1024
"""Bytes; a larger file is rebuilt only when it is opened or closed, which may take seconds."""


class SqliteFile:
    """Opens the file, and rebuilds it after deletions.

    Args:
        path: the file; None keeps everything in memory.
        schema: the statements that create what is missing.

    Attributes:
        connection: every statement commits by itself unless a transaction is begun.
    """

    def __init__(self, path: Path | None, schema: str) -> None:
        # Only one thread uses it at a time, but not always the one that opened it.
        self.connection = sqlite3.connect(
            path or ":memory:", isolation_level=None, check_same_thread=False
        )
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON"):
            self.connection.execute(f"PRAGMA {pragma}")
        self.connection.executescript(schema)
        self._path = path
        self._marked = self._deleted = 0.0
        self._not_before = 0.0
        self._is_marked = bool(self.connection.execute("PRAGMA user_version").fetchone()[0])
        if self._is_marked:
            self._rebuild()

    def content_deleted(self) -> None:
        """Marks the file for rebuilding; call it in the transaction that deletes content."""
        self._deleted = time.monotonic()
        if not self._is_marked:
            self._is_marked = True
            self._marked = self._deleted
            self.connection.execute("PRAGMA user_version=1")

    def rolled_back(self) -> None:
        """Looks again whether the file is marked, after a transaction was rolled back."""
        self._is_marked = bool(self.connection.execute("PRAGMA user_version").fetchone()[0])

    def tidy(self, now: float) -> None:
        """Rebuilds the file if it is marked, and this is a good moment.

        Args:
            now: monotonic time in seconds.
        """
        if not self._is_marked or self._path is None or now < self._not_before:
            return
        if now - self._deleted < QUIET and now - self._marked < LATEST:
            return
        if self._path.stat().st_size <= _LARGE:
            self._rebuild()

    def close(self) -> None:
        """Rebuilds the file if it is marked, and closes it."""
        if self._is_marked and self._path is not None:
            self._rebuild()
        self.connection.close()

    def _rebuild(self) -> None:
        began = time.monotonic()
        # A reader is not waited for: everything else would wait, too.
        self.connection.execute("PRAGMA busy_timeout=0")
        # Another process may lock the file, or the disk may be full: the mark stays.
        with contextlib.suppress(sqlite3.OperationalError):
            # While another process reads, nothing is cut off, and the log would grow by the whole
            # file. The mark goes last: until then, a killed process leaves the rest to the next.
            if self._log_is_cut_off():
                self.connection.execute("VACUUM")
                if self._log_is_cut_off():
                    self.connection.execute("PRAGMA user_version=0")
                    self._log_is_cut_off()
        self.connection.execute(f"PRAGMA busy_timeout={_PATIENCE}")
        self.rolled_back()
        ended = time.monotonic()
        self._not_before = ended + (ended - began) / _SHARE

    def _log_is_cut_off(self) -> bool:
        """Moves the log into the file; returns False if a reader still needs the log."""
        busy: int = self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        return not busy


async def keep_tidy(files: Sequence[SqliteFile]) -> NoReturn:
    """Rebuilds files after deletions until canceled."""
    while True:
        await asyncio.sleep(QUIET)
        for file in files:
            file.tidy(time.monotonic())

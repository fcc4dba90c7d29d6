"""The bridge's outbox: events not delivered yet, and the token to resume listening from."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from emulator.sqlite_file import SqliteFile

_KEEP_DELIVERED = 24 * 3600.0
"""Seconds to remember a delivered event: as long as production may redeliver it."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    document TEXT NOT NULL,
    created TEXT NOT NULL,
    payload BLOB NOT NULL,
    due REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    delivered REAL,
    PRIMARY KEY (document, created)
);
CREATE INDEX IF NOT EXISTS events_waiting ON events (due) WHERE delivered IS NULL;
CREATE INDEX IF NOT EXISTS events_delivered ON events (delivered) WHERE delivered IS NOT NULL;
CREATE TABLE IF NOT EXISTS progress (resume_token BLOB NOT NULL);
"""


@dataclass(frozen=True)
class Event:
    """A new document: its full name, creation time (RFC 3339) and event payload."""

    document: str
    created: str
    payload: bytes
    attempts: int = 0

    @property
    def owner(self) -> str:
        """The collection of the document, which is one user's."""
        return self.document.rpartition("/")[0]


class Outbox:
    """Every method is one SQLite transaction."""

    def __init__(self, path: Path | None) -> None:
        self.file = SqliteFile(path, _SCHEMA)
        self._db = self.file.connection

    def close(self) -> None:
        """Closes the database."""
        self.file.close()

    @property
    def resume_token(self) -> bytes | None:
        """Where listening resumes; None before the first snapshot."""
        row = self._db.execute("SELECT resume_token FROM progress").fetchone()
        return row[0] if row else None

    @property
    def waiting(self) -> int:
        """The number of events not delivered yet."""
        count: int = self._db.execute(
            "SELECT count(*) FROM events WHERE delivered IS NULL"
        ).fetchone()[0]
        return count

    def add(
        self, events: Iterable[Event], resume_token: bytes, now: float, *, delivered: bool
    ) -> None:
        """Stores a snapshot's events and token in one transaction, each event only once."""
        with self._db:
            self._db.execute("BEGIN")
            for event in events:
                known = _digest(event.document)
                name, payload = (known, b"") if delivered else (event.document, event.payload)
                self._db.execute(
                    "INSERT OR IGNORE INTO events (document, created, payload, due, delivered) "
                    "SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS "
                    "(SELECT 1 FROM events WHERE document = ? AND created = ?)",
                    (
                        *(name, event.created, payload, now, now if delivered else None),
                        *(known, event.created),
                    ),
                )
            self._db.execute("DELETE FROM progress")
            self._db.execute("INSERT INTO progress VALUES (?)", (resume_token,))
            self._db.execute("DELETE FROM events WHERE delivered < ?", (now - _KEEP_DELIVERED,))

    def due(self, now: float, limit: int, without: Sequence[str] = ()) -> list[Event]:
        """Returns the due events of all but these owners, the most overdue first."""
        prefixes = json.dumps([f"{owner}/" for owner in without])
        rows = self._db.execute(
            "SELECT document, created, payload, attempts FROM events "
            "WHERE delivered IS NULL AND due <= ? AND NOT EXISTS "
            "(SELECT 1 FROM json_each(?) WHERE substr(document, 1, length(value)) = value) "
            "ORDER BY due LIMIT ?",
            (now, prefixes, limit),
        )
        return [Event(*row) for row in rows]

    def next_due(self, now: float) -> float | None:
        """Returns when the next event that is not due yet becomes due, or None."""
        due: float | None = self._db.execute(
            "SELECT min(due) FROM events WHERE delivered IS NULL AND due > ?", (now,)
        ).fetchone()[0]
        return due

    def delivered(self, event: Event, now: float) -> None:
        """Marks an event as delivered, and keeps no more of it than recognizes it."""
        with self._db:
            self._db.execute("BEGIN")
            self._db.execute(
                "UPDATE OR REPLACE events SET delivered = ?, payload = x'', document = ? "
                "WHERE document = ? AND created = ?",
                (now, _digest(event.document), event.document, event.created),
            )
            self.file.content_deleted()

    def failed(self, event: Event, due: float) -> None:
        """Counts a failed attempt and postpones the event until `due`."""
        self._db.execute(
            "UPDATE events SET due = ?, attempts = attempts + 1 WHERE document = ? AND created = ?",
            (due, event.document, event.created),
        )


def _digest(document: str) -> str:
    """Returns what stays of a document's name, which holds ids that users choose."""
    return hashlib.sha256(document.encode()).hexdigest()

"""The bridge's outbox: events not delivered yet, and how far the listening got."""

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_KEEP_DELIVERED = 24 * 3600.0
"""Seconds for which a delivered event is remembered, as long as production would redeliver."""

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
    """A new document: its full name, its creation time (RFC 3339), its event's payload."""

    document: str
    created: str
    payload: bytes
    attempts: int = 0


class Outbox:
    """Every method is one SQLite transaction."""

    def __init__(self, path: Path | None) -> None:
        self._db = sqlite3.connect(path or ":memory:", isolation_level=None)
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        """Closes the database."""
        self._db.close()

    @property
    def resume_token(self) -> bytes | None:
        """Where listening goes on; None before the first snapshot."""
        row = self._db.execute("SELECT resume_token FROM progress").fetchone()
        return row[0] if row else None

    @property
    def waiting(self) -> int:
        """Events not delivered yet."""
        count: int = self._db.execute(
            "SELECT count(*) FROM events WHERE delivered IS NULL"
        ).fetchone()[0]
        return count

    def add(
        self, events: Iterable[Event], resume_token: bytes, now: float, *, delivered: bool
    ) -> None:
        """Stores the events of a snapshot together with its token, each event once."""
        with self._db:
            self._db.execute("BEGIN")
            self._db.executemany(
                "INSERT OR IGNORE INTO events (document, created, payload, due, delivered) "
                "VALUES (?, ?, ?, ?, ?)",
                [
                    (event.document, event.created, event.payload, now, now if delivered else None)
                    for event in events
                ],
            )
            self._db.execute("DELETE FROM progress")
            self._db.execute("INSERT INTO progress VALUES (?)", (resume_token,))
            self._db.execute("DELETE FROM events WHERE delivered < ?", (now - _KEEP_DELIVERED,))

    def due(self, now: float, limit: int) -> list[Event]:
        """Events whose time has come, the longest due first."""
        rows = self._db.execute(
            "SELECT document, created, payload, attempts FROM events "
            "WHERE delivered IS NULL AND due <= ? ORDER BY due LIMIT ?",
            (now, limit),
        )
        return [Event(*row) for row in rows]

    def next_due(self, now: float) -> float | None:
        """When the next event that is not due yet will be; None where none waits."""
        due: float | None = self._db.execute(
            "SELECT min(due) FROM events WHERE delivered IS NULL AND due > ?", (now,)
        ).fetchone()[0]
        return due

    def delivered(self, event: Event, now: float) -> None:
        """Marks an event as delivered."""
        self._db.execute(
            "UPDATE events SET delivered = ?, payload = x'' WHERE document = ? AND created = ?",
            (now, event.document, event.created),
        )

    def failed(self, event: Event, due: float) -> None:
        """Puts an event off until `due`."""
        self._db.execute(
            "UPDATE events SET due = ?, attempts = attempts + 1 WHERE document = ? AND created = ?",
            (due, event.document, event.created),
        )

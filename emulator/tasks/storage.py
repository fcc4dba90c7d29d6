"""Stores queues and tasks in one SQLite database, on disk or in memory."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from google.cloud.tasks_v2 import types

from emulator.sqlite_file import SqliteFile

QueueMessage: Any = types.Queue.pb()
TaskMessage: Any = types.Task.pb()

TOMBSTONE_SECONDS = 3600.0
"""How long a task's name stays reserved after the task ends (production: about an hour)."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS queues (name TEXT PRIMARY KEY, message BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS tasks (
    name TEXT PRIMARY KEY,
    queue TEXT NOT NULL,
    due REAL NOT NULL,
    message BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS tasks_by_due ON tasks (queue, due);
CREATE TABLE IF NOT EXISTS origin (url TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tombstones (name TEXT PRIMARY KEY, until REAL NOT NULL);
CREATE INDEX IF NOT EXISTS tombstones_by_end ON tombstones (until);
"""


@dataclass(frozen=True)
class StoredTask:
    """A stored task: its message, and when it is due, in seconds since the epoch."""

    name: str
    queue: str
    due: float
    message: Any


class TaskStorage:
    """Each method is one SQLite transaction, whose effect survives SIGKILL once it returns."""

    def __init__(self, path: Path | None) -> None:
        self.file = SqliteFile(path, _SCHEMA)
        self._db = self.file.connection

    def close(self) -> None:
        """Closes the database."""
        self.file.close()

    def put_queue(self, queue: Any) -> None:
        """Creates or replaces a queue."""
        self._db.execute(
            "INSERT OR REPLACE INTO queues VALUES (?, ?)", (queue.name, queue.SerializeToString())
        )

    def get_queue(self, name: str) -> Any | None:
        """Returns a queue, or None."""
        row = self._db.execute("SELECT message FROM queues WHERE name = ?", (name,)).fetchone()
        return QueueMessage.FromString(row[0]) if row else None

    def queues(self, location: str = "") -> list[Any]:
        """Returns all queues, or those of a location, sorted by name."""
        rows = self._db.execute(
            "SELECT message FROM queues WHERE substr(name, 1, ?) = ? ORDER BY name",
            (len(location), location),
        )
        return [QueueMessage.FromString(row[0]) for row in rows]

    def delete_queue(self, name: str) -> None:
        """Deletes a queue and its tasks."""
        with self._db:
            self._db.execute("BEGIN")
            self._db.execute("DELETE FROM tasks WHERE queue = ?", (name,))
            self._db.execute("DELETE FROM queues WHERE name = ?", (name,))
            self.file.content_deleted()

    def purge(self, queue: str) -> None:
        """Deletes all tasks of a queue."""
        self._db.execute("DELETE FROM tasks WHERE queue = ?", (queue,))
        self.file.content_deleted()

    def add(self, task: StoredTask) -> None:
        """Stores a new task."""
        self._db.execute(
            "INSERT INTO tasks VALUES (?, ?, ?, ?)",
            (task.name, task.queue, task.due, task.message.SerializeToString()),
        )

    def update(self, task: StoredTask) -> bool:
        """Replaces a task; returns False if it was deleted in the meantime."""
        changed = self._db.execute(
            "UPDATE tasks SET due = ?, message = ? WHERE name = ?",
            (task.due, task.message.SerializeToString(), task.name),
        )
        return changed.rowcount > 0

    def get(self, name: str) -> StoredTask | None:
        """Returns a task, or None."""
        row = self._db.execute(
            "SELECT name, queue, due, message FROM tasks WHERE name = ?", (name,)
        ).fetchone()
        return _stored(row) if row else None

    def follow(self, origin: str) -> None:
        """Redirects tasks addressed to the gateway's previous origin to its current one.

        In the cloud a function's URL never changes; here its port may change between two starts.

        Args:
            origin: the current origin, such as http://127.0.0.1:4747.
        """
        with self._db:
            self._db.execute("BEGIN")
            row = self._db.execute("SELECT url FROM origin").fetchone()
            self._db.execute("DELETE FROM origin")
            self._db.execute("INSERT INTO origin VALUES (?)", (origin,))
            old = row[0] if row else origin
            for name, blob in self._db.execute("SELECT name, message FROM tasks").fetchall():
                message = TaskMessage.FromString(blob)
                if message.http_request.url.startswith(f"{old}/"):
                    path = message.http_request.url.removeprefix(old)
                    message.http_request.url = f"{origin}{path}"
                    self._db.execute(
                        "UPDATE tasks SET message = ? WHERE name = ?",
                        (message.SerializeToString(), name),
                    )

    def end(self, name: str, now: float) -> None:
        """Deletes a task; its name stays reserved for a while."""
        with self._db:
            self._db.execute("BEGIN")
            self._db.execute("DELETE FROM tasks WHERE name = ?", (name,))
            self.file.content_deleted()
            self._db.execute("DELETE FROM tombstones WHERE until < ?", (now,))
            self._db.execute(
                "INSERT OR REPLACE INTO tombstones VALUES (?, ?)", (name, now + TOMBSTONE_SECONDS)
            )

    def is_taken(self, name: str, now: float) -> bool:
        """Returns whether a task has, or recently had, this name."""
        row = self._db.execute(
            "SELECT 1 FROM tasks WHERE name = ? UNION ALL "
            "SELECT 1 FROM tombstones WHERE name = ? AND until >= ?",
            (name, name, now),
        ).fetchone()
        return row is not None

    def tasks(self, queue: str, after: str, limit: int) -> list[StoredTask]:
        """Returns a page of a queue's tasks, sorted by name."""
        rows = self._db.execute(
            "SELECT name, queue, due, message FROM tasks WHERE queue = ? AND name > ? "
            "ORDER BY name LIMIT ?",
            (queue, after, limit),
        )
        return [_stored(row) for row in rows]

    def due(self, queue: str, now: float, limit: int) -> list[StoredTask]:
        """Returns the due tasks of a queue, the most overdue first."""
        rows = self._db.execute(
            "SELECT name, queue, due, message FROM tasks WHERE queue = ? AND due <= ? "
            "ORDER BY due LIMIT ?",
            (queue, now, limit),
        )
        return [_stored(row) for row in rows]

    def next_due(self, now: float) -> float | None:
        """Returns when the next task that is not due yet becomes due, or None."""
        due: float | None = self._db.execute(
            "SELECT min(due) FROM tasks WHERE due > ?", (now,)
        ).fetchone()[0]
        return due

    def count_due_before(self, time: float) -> int:
        """Returns the number of tasks due at or before `time`, in progress or not."""
        count: int = self._db.execute(
            "SELECT count(*) FROM tasks WHERE due <= ?", (time,)
        ).fetchone()[0]
        return count


def _stored(row: tuple[str, str, float, bytes]) -> StoredTask:
    return StoredTask(row[0], row[1], row[2], TaskMessage.FromString(row[3]))

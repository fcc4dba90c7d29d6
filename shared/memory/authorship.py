"""Whose a note is, and what it was before a connection changed it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from shared.base.acting import current_connection
from shared.documents.memory import Before, MemoryEntry

UNMARKED: Mapping[str, Any] = {"edited_by": None, "before": None}
"""The fields of a note that no connection has changed."""
THEIRS: Mapping[str, Any] = {**UNMARKED, "connection": None}
"""The fields of a note that is the user's own: nothing in it is a connection's to take back."""


def changed(entry: MemoryEntry, update: Mapping[str, Any], now: datetime) -> MemoryEntry:
    """Returns a note as the current request changes it.

    What users edit in their own app is theirs from then on. What a connection edits keeps what it
    was before, so that this can be taken back.
    """
    by = current_connection()
    marks = THEIRS if by is None else {"edited_by": by, "before": _before(entry, by, now)}
    return entry.model_copy(update={**marks, "updated_at": now, **update})


def is_touched_since(entry: MemoryEntry, since: datetime) -> bool:
    """Returns whether the connection that has edited a note last did so since a time."""
    return entry.before is not None and entry.before.last_at >= since


def as_before(entry: MemoryEntry, since: datetime) -> MemoryEntry | None:
    """Returns a note as it was before the connection that has edited it last did so.

    None if that is not known: it had edited the note before the time as well, or the note has lost
    parts.
    """
    before = entry.before
    if before is None or before.at < since:
        return None
    parts = before.part.count if before.part else 1
    if parts > (entry.part.count if entry.part else 1):
        return None
    kept = {name: getattr(before, name) for name in Before.KEPT}
    return entry.model_copy(update={**kept, "edited_by": None, "before": None})


def _before(entry: MemoryEntry, by: str, now: datetime) -> Before:
    if entry.edited_by == by and entry.before is not None:
        return entry.before.model_copy(update={"last_at": now})
    kept = {name: getattr(entry, name) for name in Before.KEPT}
    return Before(**kept, at=now, last_at=now)

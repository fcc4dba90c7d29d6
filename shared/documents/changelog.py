"""The changelog, `users/{uid}/changelog`: one entry for each applied change of the profile."""

from datetime import timedelta
from typing import Any, Literal

from pydantic import Field

from shared.base.model import Model, Timestamp

ChangeType = Literal["create", "update", "decay", "remove", "clear", "rollback"]
Action = Literal["extract", "update", "clear", "remove", "decay"]
Source = Literal["minimal/hook", "mcp/hook", "mcp/tool", "system"]
"""Who made the change: the offline rules, a model, the user or an agent, or maintenance."""
RETENTION = timedelta(days=90)
"""Age at which an entry ends (Data Schemas seed, `maxAgeDays`)."""
MAX_ENTRIES = 1000
"""Entries kept (Data Schemas seed, `maxEntries`)."""


class RemovedItem(Model):
    """Something that a change took away, in words that outlive the snapshots."""

    path: str
    description: str


class ChangelogEntry(Model):
    """One change.

    Attributes:
        id: the version, zero-padded, so that ids sort as versions do.
        version: the profile's after the change; 0 for what was imported from an older system.
        changes: what was added or modified, as a partial profile; facts of `about` stand at the
            top level, as in the Data Schemas seed.
        removed: paths that went: `tools.infra`, `preferences.<id>`, `skillLevel.docker`.
        snapshot: the whole profile after the change, while it is among the versions kept.
        expires_at: when the entry ends; absent while it has a snapshot.
    """

    id: str
    version: int = Field(ge=0)
    change_type: ChangeType
    action: Action
    source: Source
    change_summary: str
    changes: dict[str, Any] = {}
    removed: list[str] = []
    removed_items: list[RemovedItem] = []
    batch_id: str | None = None
    session_id: str | None = None
    snapshot: dict[str, Any] | None = None
    created_at: Timestamp
    expires_at: Timestamp | None = None


def entry_id(version: int) -> str:
    """The id of the entry that belongs to a version."""
    return f"{version:010d}"

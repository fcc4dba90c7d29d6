"""The changelog, `users/{uid}/changelog`: one entry for each change to the profile."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from shared.base.fields import MAX_SENTENCE, Count, Identifier, LeafPath
from shared.base.model import Model, Timestamp

ChangeType = Literal["create", "update", "decay", "remove", "clear", "rollback"]
Action = Literal["extract", "update", "clear", "remove", "decay"]
MAX_REMOVED = 1000
"""The most items that one change removes: a profile holds fewer."""
MAX_UNDO = 900_000
"""The longest delta, in characters."""
MAX_LABEL_OF_REMOVED = 600
"""Room for a preference's type and description."""


class Source(StrEnum):
    """Who made a change. The values are the ones that legacy changelogs use (S-9)."""

    RULES = "minimal/hook"
    MODEL = "mcp/hook"
    USER = "mcp/tool"
    SYSTEM = "system"


class RemovedItem(Model):
    """An item that a change removed, described in words that outlive the snapshots."""

    path: LeafPath
    description: Annotated[str, Field(max_length=MAX_LABEL_OF_REMOVED)]


class Analyzed(Model):
    """What a profile counts besides its content, as of one version.

    Analyses that change nothing make no version, so the profile may count more of them since.
    """

    last_analyzed: Timestamp | None = None
    last_decay: Timestamp | None = None
    total_prompts_analyzed: Count = 0


class ChangelogEntry(Model):
    """A change to the profile.

    Attributes:
        id: the version, zero-padded, so that ids sort as versions do.
        version: the profile's version after the change; 0 for changes imported from a legacy
            system.
        changes: what was added or modified, as a partial profile; facts of `about` are at the top
            level (S-8).
        removed: removed paths, such as `tools.infra`, `preferences.<id>` or `skillLevel.docker`.
        snapshot: the whole profile after the change, as long as this version is kept.
        undo: the delta that turns this version's content back into that of the one before, as JSON;
            see `shared.base.deltas`. Absent in entries of earlier releases and of legacy systems.
        analyzed: what the profile counts, as of this version.
        connection: the id of the connection that made the change, if a single one did.
        undoes: the id of the connection whose changes this one takes back, if it does so.
        expires_at: when the entry expires; absent while it has a snapshot.
    """

    id: Identifier
    version: Count
    change_type: ChangeType
    action: Action
    source: Source
    change_summary: Annotated[str, Field(max_length=MAX_SENTENCE)]
    changes: dict[str, Any] = {}
    removed: Annotated[list[LeafPath], Field(max_length=MAX_REMOVED)] = []
    removed_items: Annotated[list[RemovedItem], Field(max_length=MAX_REMOVED)] = []
    batch_id: Identifier | None = None
    session_id: Identifier | None = None
    connection: Identifier | None = None
    undoes: Identifier | None = None
    snapshot: dict[str, Any] | None = None
    undo: Annotated[str, Field(max_length=MAX_UNDO)] | None = None
    analyzed: Analyzed | None = None
    created_at: Timestamp
    expires_at: Timestamp | None = None


def entry_id(version: int) -> str:
    """Returns the id of the entry for a version."""
    return f"{version:010d}"

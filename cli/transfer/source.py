"""What is to be imported: data of one format, from one file."""

from dataclasses import dataclass, field
from typing import Any

REKINDLE = "rekindle"
PROFILE = "profile"
PROFILE_META = "profile-meta"
CHANGELOG = "changelog"
SESSION = "session"
MEMORIES = "memories"
PREFERENCES = "preferences"
USER_MEMORIES = "user-memories"

LISTS = frozenset({CHANGELOG, MEMORIES, PREFERENCES, USER_MEMORIES})
"""Formats whose data is a list of rows; that of the others is one object."""


@dataclass(frozen=True)
class Refused:
    """One thing that was not taken.

    Attributes:
        index: its place in the list it stands in, from 0; None for the whole of it.
        reason: in upper snake case.
        message: for a person.
        part: the list of a Rekindle export that it stands in.
    """

    index: int | None
    reason: str
    message: str
    part: str = ""

    def to_json(self) -> dict[str, Any]:
        """The refusal as `--json` shows it."""
        where = {"index": self.index} if self.index is not None else {}
        part = {"part": self.part} if self.part else {}
        return {**part, **where, "reason": self.reason, "message": self.message}

    def __str__(self) -> str:
        if self.index is None:
            return self.message
        return f"{self.part or 'item'} {self.index + 1}: {self.message}"


@dataclass(frozen=True)
class Source:
    """Data of one format.

    Attributes:
        name: where it comes from, for people.
        format: as the API names it.
        data: an object, or a list for the formats in `LISTS`.
        refused: what could not even be read.
    """

    name: str
    format: str
    data: Any
    refused: list[Refused] = field(default_factory=list)

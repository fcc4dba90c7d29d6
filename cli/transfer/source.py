"""The data to import: one format, from one file."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from shared.transfer.formats import Format

AUTO = "auto"
SQLITE = "sqlite"
CHOICES = (AUTO, *Format, SQLITE)
"""The values of `--format`: `auto` recognizes the content, `sqlite` reads several formats."""
if TYPE_CHECKING:
    Choice = str
else:
    Choice = Literal[CHOICES]

LISTS = frozenset(
    {
        Format.CHANGELOG,
        Format.PROCESSED_TURNS,
        Format.MEMORIES,
        Format.PREFERENCES,
        Format.USER_MEMORIES,
        Format.CHATGPT,
        Format.CLAUDE,
        Format.MEM0,
    }
)
"""Formats whose data is a list of rows; in the others it is one object."""


@dataclass(frozen=True)
class Refused:
    """One item that was not imported.

    Attributes:
        index: its position in its list, from 0; None for the data as a whole.
        reason: in upper snake case.
        message: for people.
        part: its list in a Rekindle export.
    """

    index: int | None
    reason: str
    message: str
    part: str = ""

    def to_json(self) -> dict[str, Any]:
        """The refusal as `--json` prints it."""
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
        format: its format.
        data: an object, or a list for the formats in `LISTS`.
        refused: the items that could not be read.
    """

    name: str
    format: Format
    data: Any
    refused: list[Refused] = field(default_factory=list)

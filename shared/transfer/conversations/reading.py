"""A conversation as it was read: its messages, and what was left out of it, with reasons."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Literal

from shared.base.ids import derived_id
from shared.base.model import EARLIEST, LATEST

_MILLISECONDS_FROM = 10_000_000_000
"""Larger numbers are milliseconds since 1970; smaller ones are seconds."""
_LONGEST_TIME = 64
"""No time is longer than this, in characters."""


class LeftOut(StrEnum):
    """Why a message of a file is not imported."""

    OTHER_BRANCH = "OTHER_BRANCH"
    """The user edited it, or asked for another answer: it is not part of what is shown now."""
    HIDDEN = "HIDDEN"
    """The product does not show it, such as its own instructions."""
    TOOL = "TOOL"
    """A call of a tool, or what it returned."""
    NO_TEXT = "NO_TEXT"
    """It holds an image, a recording or a file, and no words."""
    NO_TIME = "NO_TIME"
    """Nothing says when it was said, so nobody can tell whether it still holds."""
    MALFORMED = "MALFORMED"
    """It does not have the form of a message."""
    ATTACHMENT = "ATTACHMENT"
    """The text of a file that came with a message: not the user's own words."""
    DUPLICATE = "DUPLICATE"
    """Another message of the same conversation has its id."""


@dataclass(frozen=True)
class Said:
    """A message of a conversation.

    Attributes:
        id: the product's own id of it, or one derived from what it is.
        thread: the product's id of its conversation.
        role: who said it.
        at: when.
        text: what was said.
    """

    id: str
    thread: str
    role: Literal["user", "assistant"]
    at: datetime
    text: str


@dataclass
class Reading:
    """What was read of a conversation: the messages in their order, and what was left out."""

    messages: list[Said] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    _ids: set[str] = field(default_factory=set)

    def leave_out(self, reason: LeftOut, count: int = 1) -> None:
        """Counts what was left out."""
        if count:
            self.left_out[str(reason)] += count

    def add(self, message: Said) -> None:
        """Adds a message, unless there is one with its id."""
        if message.id in self._ids:
            self.leave_out(LeftOut.DUPLICATE)
        else:
            self._ids.add(message.id)
            self.messages.append(message)


def id_of(value: Any, *otherwise: str) -> str:
    """Returns the product's id, if it is a text; otherwise one derived from what is given."""
    return value if isinstance(value, str) and value else derived_id("imported", *otherwise)


def time_of(value: Any) -> datetime | None:
    """Returns a time: seconds or milliseconds since 1970, or a text in ISO 8601.

    A text without a time zone is in UTC. None if it is neither, or of no year that can be stored.
    """
    try:
        if isinstance(value, bool):
            return None
        if isinstance(value, int | float):
            seconds = value / 1000 if abs(value) >= _MILLISECONDS_FROM else value
            at = datetime.fromtimestamp(seconds, UTC) if seconds > 0 else None
        elif isinstance(value, str) and len(value) <= _LONGEST_TIME:
            at = datetime.fromisoformat(value.strip())
            at = (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
        else:
            return None
    except (ValueError, OverflowError, OSError):
        return None
    return at if at and EARLIEST <= at <= LATEST else None


def branch(parents: Mapping[str, str | None], leaf: str) -> list[str]:
    """Returns the ids from the root down to a leaf. A circle ends where it closes."""
    path: list[str] = []
    seen: set[str] = set()
    node: str | None = leaf
    while node is not None and node in parents and node not in seen:
        seen.add(node)
        path.append(node)
        node = parents[node]
    return path[::-1]

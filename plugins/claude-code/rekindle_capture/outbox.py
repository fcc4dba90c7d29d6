"""What waits to be sent: one file for each message, written once and removed once it is taken.

Any number of windows may write at the same time, and a crash at any point leaves whole messages.
Names begin with the time, so their order is that of the messages.
"""

from __future__ import annotations

import os
import time

from rekindle_capture.files import make_folder, read_json, remove, write_json

TYPE_CHECKING = False  # typing takes a hook longer to import than all that it does
if TYPE_CHECKING:
    from typing import Any

MOST = 1000
"""The most messages that wait. Beyond it the oldest ones make room."""


class Outbox:
    """The messages that wait, in the folder of one account."""

    def __init__(self, folder: str) -> None:
        self.folder = os.path.join(folder, "outbox")
        self.refused_folder = os.path.join(folder, "refused")

    def put(self, kind: str, value: dict[str, Any]) -> None:
        """Adds a message.

        Raises:
            OSError: the disk is full or read-only.
        """
        make_folder(self.folder)
        waiting = self.names()
        for name in waiting[: max(0, len(waiting) - MOST + 1)]:
            remove(os.path.join(self.folder, name))
        name = f"{time.time_ns():020d}-{os.urandom(4).hex()}.{kind}.json"
        write_json(os.path.join(self.folder, name), value)

    def names(self) -> list[str]:
        """The names of what waits, oldest first."""
        return _names(self.folder)

    def read(self, name: str) -> dict[str, Any]:
        """One message; empty if it is gone or unreadable."""
        return read_json(os.path.join(self.folder, name))

    def taken(self, name: str) -> None:
        """Removes a message that the server has."""
        remove(os.path.join(self.folder, name))

    def refuse(self, name: str) -> None:
        """Puts a message aside that the server will never take, so that the others go on."""
        make_folder(self.refused_folder)
        for old in _names(self.refused_folder)[: -MOST + 1]:
            remove(os.path.join(self.refused_folder, old))
        try:
            os.rename(os.path.join(self.folder, name), os.path.join(self.refused_folder, name))
        except FileNotFoundError:
            return  # it had to make room

    def refused(self) -> int:
        """How many messages were put aside."""
        return len(_names(self.refused_folder))


def _names(folder: str) -> list[str]:
    try:
        return sorted(
            name for name in os.listdir(folder) if name[0] != "." and name.endswith(".json")
        )
    except OSError:
        return []

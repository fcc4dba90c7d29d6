"""The time, passed in wherever it matters."""

import struct
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

Clock = Callable[[], datetime]
"""Tells the present moment in UTC."""


def system_clock() -> datetime:
    """The machine's time."""
    return datetime.now(UTC)


class OffsetClock:
    """The machine's time plus an offset kept in a file, shared by the embedded stack's processes.

    The file holds one little-endian double: seconds to add. Moving the clock on is one write of
    eight bytes, which every process sees at its next look.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def offset(self) -> float:
        """Seconds that this clock is ahead of the machine's; 0 before the first move."""
        try:
            return float(struct.unpack("<d", self._path.read_bytes())[0])
        except (FileNotFoundError, struct.error):
            return 0.0

    def advance(self, seconds: float) -> None:
        """Moves the clock on for everyone who shares the file."""
        moved = self._path.with_suffix(".next")
        moved.write_bytes(struct.pack("<d", self.offset + seconds))
        moved.replace(self._path)

    def __call__(self) -> datetime:
        """The present moment of the stack."""
        return datetime.now(UTC) + timedelta(seconds=self.offset)

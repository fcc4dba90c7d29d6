"""Clocks, injected wherever the time matters."""

import struct
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

Clock = Callable[[], datetime]
"""Returns the current time in UTC."""


def system_clock() -> datetime:
    """Returns the machine's time."""
    return datetime.now(UTC)


class OffsetClock:
    """The machine's time plus an offset in a file that the embedded stack's processes share.

    The file holds the offset in seconds as one little-endian double.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    @property
    def offset(self) -> float:
        """Seconds that this clock is ahead of the machine's; 0 until it is first advanced."""
        try:
            return float(struct.unpack("<d", self._path.read_bytes())[0])
        except (FileNotFoundError, struct.error):
            return 0.0

    def advance(self, seconds: float) -> None:
        """Advances the clock for every process that shares the file."""
        moved = self._path.with_suffix(".next")
        moved.write_bytes(struct.pack("<d", self.offset + seconds))
        moved.replace(self._path)

    def __call__(self) -> datetime:
        """Returns the stack's current time."""
        return datetime.now(UTC) + timedelta(seconds=self.offset)

"""The stack's time: the machine's, plus what was advanced."""

import time
from pathlib import Path

from shared.base.clock import OffsetClock

_MICROSECONDS = 1_000_000


class StackClock:
    """The time of every part of the stack.

    The offset is kept in a file, which the functions' processes read, and which outlives a
    restart on the same data: time never goes back.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._shared = OffsetClock(file)
        self._offset = self._shared.offset

    def advance(self, seconds: float) -> None:
        """Moves the time on for the whole stack."""
        self._shared.advance(seconds)
        self._offset = self._shared.offset

    def seconds(self) -> float:
        """Seconds since the epoch."""
        return time.time() + self._offset

    def micros(self) -> int:
        """Microseconds since the epoch."""
        return int((time.time() + self._offset) * _MICROSECONDS)

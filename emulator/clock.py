"""The stack's clock: the machine's time plus an offset."""

import time
from pathlib import Path

from shared.base.clock import OffsetClock

_MICROSECONDS = 1_000_000


class StackClock:
    """The clock of every part of the stack.

    The offset is stored in a file that the functions' processes read. It survives a restart on the
    same data, so time never goes backward.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._shared = OffsetClock(file)
        self._offset = self._shared.offset

    def advance(self, seconds: float) -> None:
        """Moves the clock forward for the whole stack."""
        self._shared.advance(seconds)
        self._offset = self._shared.offset

    def seconds(self) -> float:
        """Returns the time in seconds since the epoch."""
        return time.time() + self._offset

    def micros(self) -> int:
        """Returns the time in microseconds since the epoch."""
        return int((time.time() + self._offset) * _MICROSECONDS)

"""Waiting until there is something to do."""

import asyncio
import contextlib
from collections.abc import Callable

_LONGEST_SLEEP = 0.5


class Alarm:
    """Wakes a part that runs for ever: when it is rung, and when its next work is due.

    The part resets it, looks for work, and waits; what rings while it looks is not missed.

    Args:
        clock: seconds since the epoch; it may jump.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """There is work, or the clock moved."""
        self._rung.set()

    def reset(self) -> None:
        """Forgets what rang so far: it is being looked at."""
        self._rung.clear()

    async def wait(self, due: float | None) -> None:
        """Returns when it rings, at a time of the clock, or after half a second."""
        pause = _LONGEST_SLEEP
        if due is not None:
            pause = min(pause, max(0.001, due - self._clock()))
        # Not `wait_for`, which before Python 3.12 forgets that it was cancelled when what it waits
        # for comes at the same moment: the part would never end.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._rung.wait()

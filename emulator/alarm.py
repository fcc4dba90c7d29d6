"""Lets background loops sleep until there is work."""

import asyncio
import contextlib
from collections.abc import Callable

_LONGEST_SLEEP = 0.5


class Alarm:
    """Wakes a background loop when the alarm rings and when the loop's next work is due.

    The loop resets the alarm, looks for work, then waits. A ring during the look is not missed.

    Args:
        clock: seconds since the epoch; may jump.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Signals that there is work or that the clock has moved."""
        self._rung.set()

    def reset(self) -> None:
        """Clears earlier rings. Call it before looking for work."""
        self._rung.clear()

    async def wait(self, due: float | None) -> None:
        """Waits until the alarm rings, until `due`, or for half a second, whichever is first."""
        pause = _LONGEST_SLEEP
        if due is not None:
            pause = min(pause, max(0.001, due - self._clock()))
        # Not `wait_for`: before Python 3.12 it loses a cancellation that coincides with the event,
        # and the loop would never end.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await self._rung.wait()

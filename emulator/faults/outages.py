"""Outages: the database or the queue is away for some seconds."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable

from emulator.faults.plan import FaultPlan
from emulator.firestore.wire.errors import unavailable

log = logging.getLogger(__name__)


class Outages:
    """Carries out the parts of a plan that last, in the machine's own time.

    Args:
        cut: makes the database refuse connections, and ends those that there are.
        restore: makes it listen again if it was cut, without the transactions that were open.
        injected: counts what was injected.
    """

    def __init__(
        self,
        cut: Callable[[], Awaitable[None]],
        restore: Callable[[], Awaitable[None]],
        injected: Counter[str],
    ) -> None:
        self._cut = cut
        self._restore = restore
        self._injected = injected
        self._plan = FaultPlan()
        self._answers = asyncio.Event()
        self._answers.set()
        self._is_out = False
        self._running: asyncio.Task[None] | None = None
        self._tasks_taken = 0
        self._queue_back: float | None = None

    async def follow(self, plan: FaultPlan) -> None:
        """Ends the outages of the previous plan, and begins those of this one before it returns."""
        await self.end()
        self._plan = plan
        self._tasks_taken, self._queue_back = 0, None
        if plan.database_away or plan.database_hangs:
            log.warning("the database is away, as planned")
            self._is_out = True
            if plan.database_away:
                self._injected["database-away"] += 1
                await self._cut()
            else:
                self._answers.clear()
            self._running = asyncio.create_task(self._last(plan))

    async def end(self) -> None:
        """Ends the outage of the database, if there is one, and waits until it is back."""
        if self._running:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
            self._running = None
        await self._over()

    async def database_answers(self) -> None:
        """Waits while the database hangs.

        Raises:
            FirestoreError: it did; the call was lost.
        """
        if not self._answers.is_set():
            self._injected["database-hangs"] += 1
            await self._answers.wait()
            raise unavailable("The call was lost (injected fault).")

    def queue_is_away(self) -> bool:
        """Whether the queue refuses this task. Some are taken first."""
        plan = self._plan
        if not plan.queue_away:
            return False
        if self._queue_back is None:
            if self._tasks_taken < plan.queue_after:
                self._tasks_taken += 1
                return False
            self._queue_back = time.monotonic() + plan.queue_away
        away = time.monotonic() < self._queue_back
        self._injected["queue-away"] += away
        return away

    async def _last(self, plan: FaultPlan) -> None:
        await asyncio.sleep(plan.database_away or plan.database_hangs)
        await self._over()

    async def _over(self) -> None:
        if self._is_out:
            self._answers.set()
            await self._restore()
            self._is_out = False
            log.warning("the database is back")

"""Sends spans and figures from within requests, a bounded number of times and for a bounded time.

Cloud Run takes the CPU away as soon as a response is out, so a thread that sends every few seconds,
as OpenTelemetry's own processors have it, would stand still with what it holds, and wake up to
connections that are long gone. Sending after each request would make every caller wait for the
collector. So a request sends what has gathered before it answers, but only if that has not happened
for a second, and the others do not wait for it. What the last requests before a silence leave goes
with the next request, or when the process ends.
"""

import logging
import time
from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)

TIMEOUT = 0.5
"""Seconds to connect, and again for the answer. Only one request at a time waits for them."""
PAUSE_AFTER_FAILURE = 30.0
"""Seconds for which nobody waits for a collector that did not take a delivery."""
MOST_WAITING = 4096
"""How many spans wait for their delivery; then the oldest are lost."""
PER_DELIVERY = 1024
"""How many spans one delivery takes."""


class Waiting(Generic[T]):
    """Items that wait for their delivery. Threads may add some meanwhile."""

    def __init__(self) -> None:
        self._items: deque[T] = deque(maxlen=MOST_WAITING)

    def add(self, item: T) -> None:
        """Adds an item."""
        self._items.append(item)

    def __bool__(self) -> bool:
        return bool(self._items)

    def take(self) -> list[T]:
        """Removes and returns the oldest items."""
        taken: list[T] = []
        try:
            while len(taken) < PER_DELIVERY:
                taken.append(self._items.popleft())
        except IndexError:
            pass
        return taken


class Deliveries:
    """When to deliver, and by whom.

    Args:
        deliver: delivers what waits; returns whether the collector took it.
        waits: whether there is anything to deliver.
        pause: seconds between two deliveries.
        clock: seconds on a clock that never goes back.
    """

    def __init__(
        self,
        deliver: Callable[[], bool],
        waits: Callable[[], bool],
        pause: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._deliver = deliver
        self._waits = waits
        self._pause = pause
        self._clock = clock
        self._next = clock()
        self._delivering = Lock()

    def attempt(self) -> None:
        """Delivers what waits, if it is time to and nobody else is doing so."""
        until = self._clock() + TIMEOUT
        # Asks again after each delivery: whoever came meanwhile has left without waiting.
        while self._waits() and self._next <= self._clock() < until:
            if not self._delivering.acquire(blocking=False):
                return
            try:
                self._once()
            finally:
                self._delivering.release()

    def finish(self) -> None:
        """Delivers what is left, as the process ends."""
        if self._delivering.acquire(timeout=TIMEOUT):
            try:
                if self._waits():
                    self._once()
            finally:
                self._delivering.release()

    def _once(self) -> None:
        try:
            taken = self._deliver()
        except Exception as error:
            # Nobody's request fails because nobody can watch it.
            log.warning("telemetry could not be sent: %s", type(error).__name__)
            taken = False
        self._next = self._clock() + (self._pause if taken else PAUSE_AFTER_FAILURE)

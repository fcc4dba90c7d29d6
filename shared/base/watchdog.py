"""Interrupts what waits too long in a call that takes no timeout."""

import heapq
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from shared.base.deadline import Deadline


@dataclass
class Watch:
    """A wait that is watched.

    Attributes:
        interrupt: ends the wait, from another thread.
        fired: whether it had to be.
        over: whether the wait is over.
    """

    interrupt: Callable[[], None]
    fired: bool = field(default=False)
    over: bool = field(default=False)


class Watchdog:
    """Interrupts waits at their deadlines, from one thread for all of them. Thread-safe.

    Watching costs microseconds, and the thread starts with the first wait.
    """

    def __init__(self) -> None:
        self._waiting: list[tuple[float, int, Watch]] = []
        self._numbers = count()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    @contextmanager
    def watching(self, deadline: Deadline, interrupt: Callable[[], None]) -> Iterator[Watch]:
        """Calls `interrupt` at the deadline, unless the block inside has ended by then."""
        watch = Watch(interrupt)
        at = time.monotonic() + min(deadline.left(), threading.TIMEOUT_MAX)
        with self._changed:
            heapq.heappush(self._waiting, (at, next(self._numbers), watch))
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
                self._thread.start()
            if self._waiting[0][2] is watch:
                self._changed.notify()
        try:
            yield watch
        finally:
            with self._changed:
                watch.over = True

    def _run(self) -> None:
        with self._changed:
            while True:
                while self._waiting and self._waiting[0][2].over:
                    heapq.heappop(self._waiting)
                if not self._waiting:
                    self._changed.wait()
                    continue
                left = self._waiting[0][0] - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                watch = heapq.heappop(self._waiting)[2]
                watch.fired = True
                watch.interrupt()

"""Deadlines: how much time a request has left, for every call that is made on its behalf.

A request enters its deadline with `within`, and the adapters below ask `time_left`. The deadline
is kept in a context variable; a thread that works for the request runs in a copy of its context.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

Monotonic = Callable[[], float]
"""Returns seconds on a clock that never goes back."""


@dataclass(frozen=True)
class Deadline:
    """A point in time on a monotonic clock.

    Attributes:
        at: the point in time, in seconds.
        clock: the clock.
    """

    at: float
    clock: Monotonic = time.monotonic

    def left(self) -> float:
        """Returns the seconds that are left; 0 once the deadline has passed."""
        return max(0.0, self.at - self.clock())


_NONE = Deadline(math.inf)
_current: ContextVar[Deadline] = ContextVar("deadline", default=_NONE)


@contextmanager
def within(seconds: float, clock: Monotonic = time.monotonic) -> Iterator[Deadline]:
    """Limits what runs inside to some seconds, or to what an outer deadline leaves, if less."""
    outer, inner = _current.get(), Deadline(clock() + seconds, clock)
    chosen = outer if outer.left() < inner.left() else inner
    token = _current.set(chosen)
    try:
        yield chosen
    finally:
        _current.reset(token)


def current_deadline() -> Deadline:
    """Returns the deadline of what runs now; it never passes if there is none."""
    return _current.get()


def time_left(at_most: float = math.inf) -> float:
    """Returns the seconds that the current deadline leaves, but not more than `at_most`."""
    return min(at_most, _current.get().left())


def each_within(deadline: Deadline, items: Iterator[T]) -> Iterator[T]:
    """Yields the items of an iterator that computes them under a deadline.

    An answer that is streamed is computed after its handler has returned.
    """
    while True:
        with within(deadline.left(), deadline.clock):
            try:
                item = next(items)
            except StopIteration:
                return
        yield item

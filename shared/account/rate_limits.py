"""Rate limits per user that hold across instances at almost no cost.

In each minute an instance lets a share of a user's limit pass without asking the database. Further
requests are counted there one share at a time: one read and one write for many requests, and none
for nearly all users. Instances may exceed the limit by one share each.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from shared.base.clock import Clock
from shared.base.deadline import within
from shared.base.errors import ResourceExhausted, Unavailable
from shared.base.ids import derived_id

WINDOW = 60
"""The length of a window, in seconds."""
PATIENCE = 0.5
"""Seconds to wait for the count; a request is let through if it does not come."""
_REMEMBERED = 10_000
"""How many users to remember before those of earlier windows are forgotten."""

TakeShare = Callable[[str, int, int, int], bool]
"""Counts requests: (key, window, count, limit). Returns False if they would exceed the limit."""


@dataclass
class _Allowance:
    window: int
    left: int


class RateLimiter:
    """Counts the requests of users in this process. Thread-safe."""

    def __init__(self, take_share: TakeShare, clock: Clock, per_minute: int) -> None:
        self._take_share = take_share
        self._clock = clock
        self._limit = per_minute
        self._share = max(1, per_minute // 10)
        self._known: dict[str, _Allowance] = {}
        self._lock = threading.Lock()

    def take(self, uid: str) -> None:
        """Counts one request.

        Raises:
            ResourceExhausted: the user's limit for this minute is used up; says when to retry.
        """
        if not self._limit:
            return
        now = self._clock()
        window = int(now.timestamp()) // WINDOW
        with self._lock:
            known = self._known.get(uid)
            if known is None or known.window != window:
                known = self._known[uid] = _Allowance(window, self._share)
                self._forget(window)
            if known.left:
                known.left -= 1
                return
        if not self._take_next_share(uid, window):
            raise ResourceExhausted(
                f"The limit is {self._limit} requests per minute. Slow down, or combine several "
                "items in one request.",
                [{"reason": "RATE_LIMITED", "limit": self._limit}],
                retry_after=WINDOW - int(now.timestamp()) % WINDOW,
            )
        with self._lock:
            known.left += self._share - 1

    def _take_next_share(self, uid: str, window: int) -> bool:
        try:
            # The first share was not counted in the database.
            limit = self._limit - self._share
            with within(PATIENCE):
                return self._take_share(rate_key(uid), window, self._share, limit)
        except Unavailable:
            return True

    def _forget(self, window: int) -> None:
        if len(self._known) > _REMEMBERED:
            self._known = {u: a for u, a in self._known.items() if a.window == window}


def rate_key(uid: str) -> str:
    """Returns the id under which a user's requests are counted; it does not reveal the user."""
    return derived_id("rate", uid)


def window_end(window: int, now: datetime) -> datetime:
    """Returns when a window ends, so that its count can be deleted."""
    return datetime.fromtimestamp((window + 1) * WINDOW, now.tzinfo)

"""Rate limits per user that hold across instances, and cost next to nothing.

Each instance lets a share of a user's limit pass in a minute without asking anybody. Whoever wants
more is counted in the database, a share at a time: one read and one write for many requests, and
none at all for nearly everybody. Together, instances can exceed the limit by a share each.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from shared.base.clock import Clock
from shared.base.errors import ResourceExhausted, Unavailable
from shared.base.ids import derived_id

WINDOW = 60
"""Seconds."""
_REMEMBERED = 10_000
"""Users remembered at most; older minutes are forgotten first."""

TakeShare = Callable[[str, int, int, int], bool]
"""Counts so many requests of a key in a window; False if its limit would be passed."""


@dataclass
class _Allowance:
    window: int
    left: int


class RateLimiter:
    """Counts the requests of users in this process. Safe for threads."""

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
            ResourceExhausted: the user's limit for this minute is used up; says when to come back.
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
        if not self._lease(uid, window):
            raise ResourceExhausted(
                f"More than {self._limit} requests in a minute. Slow down, or send several things "
                "in one request.",
                [{"reason": "RATE_LIMITED", "limit": self._limit}],
                retry_after=WINDOW - int(now.timestamp()) % WINDOW,
            )
        with self._lock:
            known.left += self._share - 1

    def _lease(self, uid: str, window: int) -> bool:
        try:
            # The first share was not counted.
            limit = self._limit - self._share
            return self._take_share(rate_key(uid), window, self._share, limit)
        except Unavailable:
            return True

    def _forget(self, window: int) -> None:
        if len(self._known) > _REMEMBERED:
            self._known = {u: a for u, a in self._known.items() if a.window == window}


def rate_key(uid: str) -> str:
    """The id under which a user is counted, which does not tell who it is."""
    return derived_id("rate", uid)


def window_end(window: int, now: datetime) -> datetime:
    """When a window's count may be forgotten."""
    return datetime.fromtimestamp((window + 1) * WINDOW, now.tzinfo)

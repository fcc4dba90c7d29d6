"""How much memory the searches of a process may take together."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from shared.base.deadline import time_left
from shared.base.errors import Unavailable
from shared.documents.memory import MemoryDigest
from shared.memory.search.features import KEPT_AT_MOST

SEARCHES_AT_MOST = 124_000_000
"""Bytes for all searches of a process: one over the largest archive that a quota may allow
(`shared.memory.quota.LARGEST_NOTES`), or many over small ones.

Ranking holds Python's interpreter lock, so two large ones at once would not end earlier.
"""
PATIENCE = 4.0
"""Seconds that a search waits for room at most, well within what a client waits for an answer."""
RETRY_AFTER = 5
_PER_ENTRY = 700
"""Bytes that the features of an entry take, with its term counts."""
_PAGES_IN_HAND = 4
"""Pages that are received, decoded, split into columns and about to be dropped at one time."""


def needed_for(digest: MemoryDigest) -> int:
    """Returns how many bytes a search takes at most, by what the digest says of the pages."""
    sizes = [page.size for page in digest.pages]
    in_hand = _PAGES_IN_HAND * max(sizes, default=0)
    entries = sum(page.entries for page in digest.pages)
    return in_hand + min(sum(sizes), KEPT_AT_MOST) + _PER_ENTRY * entries


class Room:
    """A budget of bytes that searches share. Thread-safe.

    Searches enter in the order in which they came, so small ones do not keep a large one out. One
    that needs more than everything, over an archive from before there were quotas, waits until it
    is alone.
    """

    def __init__(self, total: int = SEARCHES_AT_MOST) -> None:
        self._total = total
        self._free = total
        self._queue: deque[object] = deque()
        self._changed = Condition()

    @property
    def waiting(self) -> int:
        """How many searches wait."""
        return len(self._queue)

    @contextmanager
    def taken(self, needed: int, patience: float = PATIENCE) -> Iterator[None]:
        """Takes bytes of the budget for the time of a `with` block.

        Half of what the request has left is for the search itself.

        Raises:
            Unavailable: there was no room within `patience` seconds.
        """
        share = min(needed, self._total)
        self._enter(share, min(patience, time_left() / 2))
        try:
            yield
        finally:
            with self._changed:
                self._free += share
                self._changed.notify_all()

    def _enter(self, share: int, patience: float) -> None:
        ticket = object()
        with self._changed:
            self._queue.append(ticket)
            try:
                if not self._changed.wait_for(
                    lambda: self._queue[0] is ticket and self._free >= share, patience
                ):
                    raise Unavailable(
                        "Too many searches of large archives are in progress. Try again in a few "
                        "seconds.",
                        [{"reason": "SEARCH_BUSY"}],
                        retry_after=RETRY_AFTER,
                    )
                self._free -= share
            finally:
                self._queue.remove(ticket)
                self._changed.notify_all()

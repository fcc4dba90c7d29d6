"""Who takes part in locking, and the state that is kept about it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence


class Party:
    """Someone who holds or waits for locks: a transaction, or one commit outside any.

    Attributes:
        seniority: The lower, the older; retries keep that of their first attempt.
        wants_exclusive: Paths that it takes for itself already when it reads them.
        doomed_at: When it lost against another party, microseconds since the epoch.
    """

    def __init__(self, seniority: int, wants_exclusive: frozenset[str] = frozenset()) -> None:
        self.seniority = seniority
        self.wants_exclusive = set(wants_exclusive)
        self.doomed_at: int | None = None
        self.held: dict[str, int] = {}
        self.ranges: list[RangeLock] = []
        self.waiting: Request | None = None


class RangeLock:
    """The lock of a query: nothing may enter or leave its result before the reader is done.

    Args:
        party: Who read.
        order: Its place in the sequence of all lock grants.
        matches: Tells whether a document with these fields (None: absent) is in the result.
    """

    def __init__(
        self, party: Party, order: int, matches: Callable[[str, bytes | None], bool]
    ) -> None:
        self.party = party
        self.order = order
        self.matches = matches


Effect = tuple[str, bytes | None, bytes | None]
"""What a commit does to one document: its path, its fields before, its fields after."""

Preview = Callable[[], Sequence[Effect]]
"""Tells what a commit would change if it were applied now."""


class Request:
    """A party's wish: to read a document, or to commit to several."""

    __slots__ = ("future", "party", "paths", "preview", "write")

    def __init__(
        self, party: Party, paths: Sequence[str], write: bool, preview: Preview | None
    ) -> None:
        self.party = party
        self.paths = paths
        self.write = write
        self.preview = preview
        self.future: asyncio.Future[None] | None = None


class Lock:
    """The state of one document: who read it, in which order, and who waits.

    Attributes:
        holders: The readers, with the place of each in the sequence of all grants.
        exclusive: The reader that has it for itself, if one has.
        queue: The waiting requests, the first come first.
    """

    __slots__ = ("exclusive", "holders", "queue")

    def __init__(self) -> None:
        self.holders: dict[Party, int] = {}
        self.exclusive: Party | None = None
        self.queue: list[Request] = []

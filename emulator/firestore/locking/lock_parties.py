"""The parties that lock documents, and the state of their locks."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence


class Party:
    """A holder of locks, or one waiting for them: a transaction, or a commit outside any.

    Attributes:
        seniority: Lower is older; a retry keeps that of its first attempt.
        wants_exclusive: Paths that it locks exclusively as soon as it reads them.
        doomed_at: When it lost to another party, in microseconds since the epoch; else None.
    """

    def __init__(self, seniority: int, wants_exclusive: frozenset[str] = frozenset()) -> None:
        self.seniority = seniority
        self.wants_exclusive = set(wants_exclusive)
        self.doomed_at: int | None = None
        self.held: dict[str, int] = {}
        self.ranges: list[RangeLock] = []
        self.waiting: Request | None = None


class RangeLock:
    """A query's lock: no document may enter or leave its result until the reader is done.

    Args:
        party: The reader.
        order: Its position in the sequence of all lock grants.
        matches: Tells whether a document with these fields (None: absent) is in the result.
    """

    def __init__(
        self, party: Party, order: int, matches: Callable[[str, bytes | None], bool]
    ) -> None:
        self.party = party
        self.order = order
        self.matches = matches


Effect = tuple[str, bytes | None, bytes | None]
"""A commit's change to one document: the path, the fields before, the fields after."""

Preview = Callable[[], Sequence[Effect]]
"""Returns what a commit would change if it were applied now."""


class Request:
    """A party's request to read one document or to commit to several."""

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
    """The lock of one document: its readers, in order, and who is waiting.

    Attributes:
        holders: The readers, each with its position in the sequence of all lock grants.
        exclusive: The reader that holds it exclusively, if any.
        queue: The waiting requests, in order of arrival.
    """

    __slots__ = ("exclusive", "holders", "queue")

    def __init__(self) -> None:
        self.holders: dict[Party, int] = {}
        self.exclusive: Party | None = None
        self.queue: list[Request] = []

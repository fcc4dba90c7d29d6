"""Document locks: shared reads, first-in-first-out waiting, and the breaking of deadlocks.

A transaction that reads a document shares it with other readers. A commit needs its documents
for itself for the one moment in which it is applied, so nothing ever holds an exclusive lock
while it waits; a waiting commit only keeps its place in the queue.

* Of several readers of one document that want to write it, the first reader wins: its commit
  does not wait for later readers, which are doomed when it succeeds.
* A commit waits for everyone who read its documents before it did.
* New readers of a document queue behind a commit that waits for it, so that writers do not
  starve.
* A transaction that is the retry of one that lost takes the documents it lost for itself when
  it reads them, and so does every transaction for a second after such a loss: contending
  transactions take turns instead of losing again and again.
* When waiting would close a circle, the youngest transaction in it is doomed.

A doomed transaction holds no locks any more. It may finish its reads, from the snapshot of the
moment it was doomed; its commit is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from .errors import transaction_contention


_TURNS_SECONDS = 1.0
_MAX_CONTENDED = 10_000


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
        self.waiting: _Request | None = None


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


class _Request:
    __slots__ = ("future", "party", "paths", "preview", "write")

    def __init__(
        self, party: Party, paths: Sequence[str], write: bool, preview: Preview | None
    ) -> None:
        self.party = party
        self.paths = paths
        self.write = write
        self.preview = preview
        self.future: asyncio.Future[None] | None = None


class _Lock:
    __slots__ = ("exclusive", "holders", "queue")

    def __init__(self) -> None:
        self.holders: dict[Party, int] = {}
        self.exclusive: Party | None = None
        self.queue: list[_Request] = []


class LockTable:
    """All document locks of one database.

    Args:
        now: Returns the current time in microseconds since the epoch.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._locks: dict[str, _Lock] = {}
        self._ranges: list[RangeLock] = []
        self._waiting: dict[_Request, None] = {}
        self._contended: dict[str, float] = {}
        self._order = 0

    def can_read(self, party: Party, path: str) -> bool:
        """Tell whether :meth:`read` would return at once."""
        self._take_turns(party, path)
        return path not in self._locks or self._is_clear(_Request(party, (path,), False, None))

    async def read(self, party: Party, path: str) -> None:
        """Lock a document for reading, waiting for commits that come first.

        Returns without a lock when the party is, or becomes, doomed.
        """
        if party.doomed_at is not None or path in party.held:
            return
        self._take_turns(party, path)
        if path in self._locks:
            request = _Request(party, (path,), False, None)
            if not self._is_clear(request):
                await self._wait(request)
                if party.doomed_at is not None or path in party.held:
                    return
        self._grant(party, path)

    def read_range(self, party: Party, matches: Callable[[str, bytes | None], bool]) -> None:
        """Lock what a query has read against documents that enter or leave its result."""
        if party.doomed_at is not None:
            return
        self._order += 1
        lock = RangeLock(party, self._order, matches)
        party.ranges.append(lock)
        self._ranges.append(lock)

    async def write(self, party: Party, paths: Sequence[str], preview: Preview) -> None:
        """Wait until a commit may be applied; the caller must apply it before it awaits.

        Locks of the party itself stay.

        Raises:
            FirestoreError: ABORTED when the party is or becomes doomed.
        """
        if party.doomed_at is not None:
            raise transaction_contention()
        if self._ranges or any(path in self._locks for path in paths):
            request = _Request(party, paths, True, preview)
            if not self._is_clear(request):
                await self._wait(request)
                if party.doomed_at is not None:
                    raise transaction_contention()

    def overtake(self, party: Party, effects: Sequence[Effect]) -> None:
        """Doom all other readers of what a commit, cleared by :meth:`write`, changes."""
        losers = [
            holder
            for path, _, _ in effects
            if path in self._locks
            for holder in self._locks[path].holders
            if holder is not party
        ]
        losers.extend(lock.party for lock in self._range_readers(party, effects))
        for loser in losers:
            self.doom(loser)

    def note_contention(self, paths: Iterable[str]) -> None:
        """Make transactions take turns at documents over which one has just lost."""
        now = asyncio.get_running_loop().time()
        if len(self._contended) > _MAX_CONTENDED:
            self._contended = {
                path: until for path, until in self._contended.items() if until > now
            }
        for path in paths:
            self._contended[path] = now + _TURNS_SECONDS

    def _take_turns(self, party: Party, path: str) -> None:
        until = self._contended.get(path)
        if until is None or path in party.held:
            return
        if until > asyncio.get_running_loop().time():
            party.wants_exclusive.add(path)
        else:
            del self._contended[path]

    def release(self, party: Party) -> None:
        """Give up everything a party holds and let others go on."""
        for lock in party.ranges:
            self._ranges.remove(lock)
        had_ranges = bool(party.ranges)
        party.ranges = []
        held, party.held = party.held, {}
        for path in held:
            lock_of_path = self._locks[path]
            del lock_of_path.holders[party]
            if lock_of_path.exclusive is party:
                lock_of_path.exclusive = None
            self._wake(path)
        if had_ranges:
            for path in list(self._locks):
                self._wake(path)

    def doom(self, party: Party) -> None:
        """Make a party lose: it gives up its locks, and its commit will be refused."""
        if party.doomed_at is not None:
            return
        party.doomed_at = self._now()
        self.release(party)
        if party.waiting is not None:
            _resolve(party.waiting)

    def _grant(self, party: Party, path: str) -> None:
        lock = self._locks.get(path)
        if lock is None:
            lock = self._locks[path] = _Lock()
        self._order += 1
        lock.holders[party] = party.held[path] = self._order
        if path in party.wants_exclusive:
            lock.exclusive = party

    async def _wait(self, request: _Request) -> None:
        party = request.party
        for path in request.paths:
            self._locks.setdefault(path, _Lock()).queue.append(request)
        party.waiting = request
        # Whoever only queued behind someone who now waits for them may go ahead after all.
        for other in self._waiting:
            _resolve(other)
        self._waiting[request] = None
        loop = asyncio.get_running_loop()
        try:
            while party.doomed_at is None and not self._is_clear(request):
                victim = self._deadlock_victim(party)
                if victim is not None:
                    self.doom(victim)
                    continue
                request.future = loop.create_future()
                await request.future
        finally:
            party.waiting = None
            del self._waiting[request]
            for path in request.paths:
                self._locks[path].queue.remove(request)
                self._wake(path)

    def _wake(self, path: str) -> None:
        lock = self._locks.get(path)
        if lock is None:
            return
        if not lock.holders and not lock.queue:
            del self._locks[path]
            return
        for request in lock.queue:
            _resolve(request)

    def _is_clear(self, request: _Request) -> bool:
        if self._holders_before(request):
            return False
        return not any(
            not self._waits_for(other, request.party) for other in self._queued_before(request)
        )

    def _holders_before(self, request: _Request) -> set[Party]:
        party = request.party
        found: set[Party] = set()
        for path in request.paths:
            lock = self._locks.get(path)
            if lock is None:
                continue
            mine = lock.holders.get(party)
            if request.write:
                found.update(
                    holder
                    for holder, order in lock.holders.items()
                    if holder is not party and (mine is None or order < mine)
                )
            elif mine is None:
                if path in party.wants_exclusive:
                    found.update(lock.holders)
                elif lock.exclusive is not None:
                    found.add(lock.exclusive)
        if request.preview is not None and self._ranges:
            found.update(
                reader.party
                for reader in self._range_readers(party, request.preview())
                if self._precedes(reader, request)
            )
        return found

    def _range_readers(self, party: Party, effects: Sequence[Effect]) -> list[RangeLock]:
        return [
            lock
            for lock in self._ranges
            if lock.party is not party
            and any(
                lock.matches(path, before) != lock.matches(path, after)
                for path, before, after in effects
            )
        ]

    def _precedes(self, reader: RangeLock, request: _Request) -> bool:
        party = request.party
        mine = [lock.order for lock in party.ranges]
        mine.extend(order for path in request.paths if (order := party.held.get(path)) is not None)
        return not mine or reader.order < min(mine)

    def _queued_before(self, request: _Request) -> set[Party]:
        party = request.party
        found: set[Party] = set()
        for path in request.paths:
            lock = self._locks.get(path)
            if lock is None or party in lock.holders:
                continue
            exclusive = request.write or path in party.wants_exclusive
            for other in lock.queue:
                if other is request:
                    break
                if other.party is party:
                    continue
                if exclusive or self._is_held_up(other, path):
                    found.add(other.party)
        return found

    def _is_held_up(self, request: _Request, path: str) -> bool:
        """Tell whether a request that wants a document for itself waits for this very one.

        A commit that waits only for other documents does not keep readers from this one.
        """
        if not request.write and path not in request.party.wants_exclusive:
            return False
        holders = self._locks[path].holders
        mine = holders.get(request.party)
        return any(
            holder is not request.party and (mine is None or order < mine)
            for holder, order in holders.items()
        )

    def _waits_for(self, start: Party, goal: Party) -> bool:
        """Tell whether a party waits, directly or not, for something the goal holds."""
        seen: set[Party] = set()
        stack = [start]
        while stack:
            party = stack.pop()
            if party is goal:
                return True
            if party in seen or party.waiting is None:
                continue
            seen.add(party)
            stack.extend(self._holders_before(party.waiting))
            stack.extend(self._queued_before(party.waiting))
        return False

    def _deadlock_victim(self, start: Party) -> Party | None:
        """Return the youngest party of a circle of holders through ``start``, if there is one."""
        trail: list[Party] = []

        def visit(party: Party) -> list[Party] | None:
            if party.waiting is None or party in trail:
                return None
            trail.append(party)
            for holder in self._holders_before(party.waiting):
                if holder is start:
                    return list(trail)
                circle = visit(holder)
                if circle is not None:
                    return circle
            trail.pop()
            return None

        circle = visit(start)
        return max(circle, key=lambda party: party.seniority) if circle else None


def _resolve(request: _Request) -> None:
    if request.future is not None and not request.future.done():
        request.future.set_result(None)

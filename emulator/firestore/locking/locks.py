"""Document locks: shared reads, first-in-first-out waiting, and deadlock resolution.

A transaction that reads a document shares it with other readers. A commit needs its documents
exclusively only while it is applied, so a waiting commit takes no exclusive lock; it only keeps
its place in the queue.

* When several readers of a document want to write it, the first reader wins: its commit does not
  wait for later readers, which are doomed when it succeeds.
* A commit waits for everyone who read its documents before it did.
* New readers of a document queue behind a commit that waits for it, so writers do not starve.
* A retry of a transaction that lost reads the contended documents exclusively. For a second after
  a loss, so does every transaction. Contending transactions thus take turns instead of losing
  again and again.
* When waiting would close a cycle, the youngest transaction in it is doomed.

A doomed transaction holds no locks. It may finish its reads, from a snapshot of the time it was
doomed; its commit is refused.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence

from emulator.firestore.locking.lock_conflicts import Conflicts
from emulator.firestore.locking.lock_parties import Effect, Lock, Party, Preview, RangeLock, Request
from emulator.firestore.wire.errors import transaction_contention

_CONTENTION_SECONDS = 1.0
_MAX_CONTENDED = 10_000


class LockTable:
    """All document locks of one database.

    Args:
        now: Returns the current time in microseconds since the epoch.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._conflicts = Conflicts()
        self._locks = self._conflicts.locks
        self._waiting: dict[Request, None] = {}
        self._contended: dict[str, float] = {}
        self._order = 0

    def can_read(self, party: Party, path: str) -> bool:
        """Return whether :meth:`read` would not have to wait."""
        self._prepare_contended(party, path)
        return path not in self._locks or self._conflicts.is_clear(
            Request(party, (path,), False, None)
        )

    async def read(self, party: Party, path: str) -> None:
        """Lock a document for reading, waiting for commits that come first.

        Returns without a lock if the party is, or becomes, doomed.
        """
        if party.doomed_at is not None or path in party.held:
            return
        self._prepare_contended(party, path)
        if path in self._locks:
            request = Request(party, (path,), False, None)
            if not self._conflicts.is_clear(request):
                await self._wait(request)
                if party.doomed_at is not None or path in party.held:
                    return
        self._grant(party, path)

    def read_range(self, party: Party, matches: Callable[[str, bytes | None], bool]) -> None:
        """Lock a query's result against documents that would enter or leave it."""
        if party.doomed_at is not None:
            return
        self._order += 1
        lock = RangeLock(party, self._order, matches)
        party.ranges.append(lock)
        self._conflicts.ranges.append(lock)

    async def write(self, party: Party, paths: Sequence[str], preview: Preview) -> None:
        """Wait until a commit may be applied; the caller must apply it before awaiting anything.

        The party keeps its own locks.

        Raises:
            FirestoreError: ABORTED when the party is or becomes doomed.
        """
        if party.doomed_at is not None:
            raise transaction_contention()
        if self._conflicts.ranges or any(path in self._locks for path in paths):
            request = Request(party, paths, True, preview)
            if not self._conflicts.is_clear(request):
                await self._wait(request)
                if party.doomed_at is not None:
                    raise transaction_contention()

    def overtake(self, party: Party, effects: Sequence[Effect], micros: int) -> None:
        """Doom all other readers of what a commit changes, after :meth:`write` has let it pass.

        Args:
            party: The party that commits.
            effects: What changes.
            micros: The commit time; the losers' snapshots are just before it.
        """
        losers = [
            holder
            for path, _, _ in effects
            if path in self._locks
            for holder in self._locks[path].holders
            if holder is not party
        ]
        losers.extend(lock.party for lock in self._conflicts.range_readers(party, effects))
        for loser in losers:
            self.doom(loser, micros - 1)

    def note_contention(self, paths: Iterable[str]) -> None:
        """Make transactions take turns on documents over which one has just lost."""
        now = asyncio.get_running_loop().time()
        if len(self._contended) > _MAX_CONTENDED:
            self._contended = {
                path: until for path, until in self._contended.items() if until > now
            }
        for path in paths:
            self._contended[path] = now + _CONTENTION_SECONDS

    def _prepare_contended(self, party: Party, path: str) -> None:
        until = self._contended.get(path)
        if until is None or path in party.held:
            return
        if until > asyncio.get_running_loop().time():
            party.wants_exclusive.add(path)
        else:
            del self._contended[path]

    def release(self, party: Party) -> None:
        """Release everything a party holds and wake those who wait for it."""
        for lock in party.ranges:
            self._conflicts.ranges.remove(lock)
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

    def doom(self, party: Party, micros: int | None = None) -> None:
        """Make a party lose: release its locks now, and refuse its commit later.

        Args:
            party: The loser.
            micros: The time of its snapshot in microseconds; now by default.
        """
        if party.doomed_at is not None:
            return
        party.doomed_at = self._now() if micros is None else micros
        self.release(party)
        if party.waiting is not None:
            _resolve(party.waiting)

    def _grant(self, party: Party, path: str) -> None:
        lock = self._locks.get(path)
        if lock is None:
            lock = self._locks[path] = Lock()
        self._order += 1
        lock.holders[party] = party.held[path] = self._order
        if path in party.wants_exclusive:
            lock.exclusive = party

    async def _wait(self, request: Request) -> None:
        party = request.party
        for path in request.paths:
            self._locks.setdefault(path, Lock()).queue.append(request)
        party.waiting = request
        # A request queued only behind this party may proceed if this party now waits for it.
        for other in self._waiting:
            _resolve(other)
        self._waiting[request] = None
        loop = asyncio.get_running_loop()
        try:
            while party.doomed_at is None and not self._conflicts.is_clear(request):
                victim = self._conflicts.deadlock_victim(party)
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


def _resolve(request: Request) -> None:
    if request.future is not None and not request.future.done():
        request.future.set_result(None)

"""The rules by which locks and requests block each other."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.firestore.locking.lock_parties import Effect, Lock, Party, RangeLock, Request


class Conflicts:
    """Answers questions about the locks of one database, without changing them.

    Attributes:
        locks: The locks of documents that are held or waited for, by path.
        ranges: The query locks.
    """

    def __init__(self) -> None:
        self.locks: dict[str, Lock] = {}
        self.ranges: list[RangeLock] = []

    def is_clear(self, request: Request) -> bool:
        """Return whether nothing blocks a request."""
        if self.holders_before(request):
            return False
        return not any(
            not self._waits_for(other, request.party) for other in self._queued_before(request)
        )

    def holders_before(self, request: Request) -> set[Party]:
        """Return the parties whose locks block a request."""
        party = request.party
        found: set[Party] = set()
        for path in request.paths:
            lock = self.locks.get(path)
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
        # What a commit would change is only worked out if there is somebody whom it may concern.
        others = any(lock.party is not party for lock in self.ranges)
        if request.preview is not None and others:
            found.update(
                reader.party
                for reader in self.range_readers(party, request.preview())
                if self._precedes(reader, request)
            )
        return found

    def range_readers(self, party: Party, effects: Sequence[Effect]) -> list[RangeLock]:
        """Return other parties' query locks whose results a commit would change."""
        return [
            lock
            for lock in self.ranges
            if lock.party is not party
            and any(
                lock.matches(path, before) != lock.matches(path, after)
                for path, before, after in effects
            )
        ]

    def _precedes(self, reader: RangeLock, request: Request) -> bool:
        party = request.party
        mine = [lock.order for lock in party.ranges]
        mine.extend(order for path in request.paths if (order := party.held.get(path)) is not None)
        return not mine or reader.order < min(mine)

    def _queued_before(self, request: Request) -> set[Party]:
        party = request.party
        found: set[Party] = set()
        for path in request.paths:
            lock = self.locks.get(path)
            if lock is None or party in lock.holders:
                continue
            exclusive = request.write or path in party.wants_exclusive
            for other in lock.queue:
                if other is request:
                    break
                if other.party is party:
                    continue
                if exclusive or self._is_blocked_at(other, path):
                    found.add(other.party)
        return found

    def _is_blocked_at(self, request: Request, path: str) -> bool:
        """Return whether an exclusive request is waiting for this particular document.

        A commit that waits only for other documents does not block readers of this one.
        """
        if not request.write and path not in request.party.wants_exclusive:
            return False
        holders = self.locks[path].holders
        mine = holders.get(request.party)
        return any(
            holder is not request.party and (mine is None or order < mine)
            for holder, order in holders.items()
        )

    def _waits_for(self, start: Party, goal: Party) -> bool:
        """Return whether a party waits for the goal, directly or indirectly."""
        seen: set[Party] = set()
        stack = [start]
        while stack:
            party = stack.pop()
            if party is goal:
                return True
            if party in seen or party.waiting is None:
                continue
            seen.add(party)
            stack.extend(self.holders_before(party.waiting))
            stack.extend(self._queued_before(party.waiting))
        return False

    def deadlock_victim(self, start: Party) -> Party | None:
        """Return the youngest party in a cycle of lock holders through ``start``, if any."""
        came_from: dict[Party, Party] = {}
        stack = [start]
        while stack:
            party = stack.pop()
            if party.waiting is None:
                continue
            for holder in self.holders_before(party.waiting):
                if holder is start:
                    cycle = [party]
                    while cycle[-1] is not start:
                        cycle.append(came_from[cycle[-1]])
                    return max(cycle, key=lambda member: member.seniority)
                if holder not in came_from:
                    came_from[holder] = party
                    stack.append(holder)
        return None

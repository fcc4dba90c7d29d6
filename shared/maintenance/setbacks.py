"""Setbacks: what maintenance does about work that fails, so that it never stops the rest.

A failing item is tried again after a pause that doubles, and parked after `MAX_TRIES`. A setback
is stored under the user whose item it is, so it goes with the user's erasure. Nobody who has
nothing due has any.
"""

import logging
from collections import Counter as Tally
from collections.abc import Iterator
from datetime import datetime, timedelta

from shared.base.clock import Clock
from shared.base.errors import Unreadable
from shared.base.ids import derived_id
from shared.documents.setbacks import Setback
from shared.ports import DueKind, FoundSetback, Records, Store

log = logging.getLogger(__name__)

FIRST_PAUSE = timedelta(hours=1)
MAX_PAUSE = timedelta(days=1)
MAX_TRIES = 8
"""How often something fails before it is parked: over about three days."""
SLACK = timedelta(minutes=5)
"""How much earlier a retry may come, since no sweep comes exactly an hour after the last."""
PAGE = 500
"""Setbacks per query."""
MAX_KNOWN = 10_000
"""How many setbacks a sweep reads ahead; if there are more, it reads those of due items singly."""

Item = tuple[DueKind, str, str]
"""What a setback is about: the kind, the user, and the batch, which is empty for other kinds."""


def pause_after(tries: int) -> timedelta:
    """Returns how long to wait after something has failed `tries` times."""
    doublings = min(tries, MAX_TRIES) - 1
    return min(MAX_PAUSE, FIRST_PAUSE * (1 << doublings))


def after_failure(
    known: Setback | None, item: Item, due_at: datetime, reason: str, now: datetime
) -> Setback:
    """Returns the setback after one more failure."""
    kind, _, batch = item
    tries = min(known.tries, MAX_TRIES - 1) + 1 if known else 1
    return Setback(
        id=setback_id(item),
        kind=kind,
        item=batch,
        tries=tries,
        due_at=due_at,
        retry_at=now + pause_after(tries),
        parked_at=now if tries == MAX_TRIES else None,
        reason=reason,
    )


def is_waiting(setback: Setback, due_at: datetime, now: datetime) -> bool:
    """Returns whether to leave the item alone, which is due since `due_at`.

    A parked item waits until its due time changes: then somebody has changed what it is about.
    """
    if setback.parked_at is not None:
        return due_at == setback.due_at
    return now < setback.retry_at - SLACK


def setback_id(item: tuple[str, str, str]) -> str:
    """Returns the id of the setback of an item. Batches may have any id, so it is derived."""
    kind, _, batch = item
    return f"{kind}-{derived_id(kind, batch)}" if batch else kind


class Setbacks:
    """All users' setbacks. Every method may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def found(self) -> Iterator[FoundSetback]:
        """Yields all setbacks that can be read, from one read for each and one query a page."""
        after: str | None = None
        while True:
            page = self._store.all_setbacks(PAGE, after)
            yield from (each for each in page if each.setback is not None)
            if len(page) < PAGE or (after is not None and page[-1].path <= after):
                return
            after = page[-1].path

    def of(self, item: Item) -> Setback | None:
        """Returns the setback of an item, if there is one that can be read."""
        try:
            return self._store.setbacks.get(item[1], setback_id(item))
        except Unreadable:
            return None

    def record(self, what: DueKind, uid: str, batch: str, reason: str) -> Setback | None:
        """Records a failure; returns the setback, or None if the item is gone.

        It reads only when the item is due, so it works whatever else is wrong with it, and writes
        nothing for somebody who has been erased.
        """
        item = what, uid, batch

        def write(records: Records) -> Setback | None:
            due_at = records.due_time(what, uid, batch)
            if due_at is None:
                return None
            try:
                known = records.setbacks.get(uid, setback_id(item))
            except Unreadable:
                known = None
            setback = after_failure(known, item, due_at, reason, self._clock())
            records.setbacks.overwrite(uid, setback.id, setback)
            return setback

        return self._store.transact(write)

    def clear(self, what: str, uid: str, batch: str) -> None:
        """Removes the setback of an item that has succeeded."""
        id_ = setback_id((what, uid, batch))
        self._store.transact(lambda records: records.setbacks.delete(uid, id_))

    def release(self) -> int:
        """Removes all setbacks, so that the next sweep tries everything; returns how many."""
        count = 0
        for each in self.found():
            if each.setback is not None:
                self.clear(each.setback.kind, each.uid, each.setback.item)
                count += 1
        return count


class Known:
    """The setbacks that a sweep has read ahead, `most` at most."""

    def __init__(self, setbacks: Setbacks, most: int = MAX_KNOWN) -> None:
        self._setbacks = setbacks
        self._most = most
        self._by_item: dict[tuple[str, str, str], Setback] = {}
        self._is_complete = False
        self.parked_by: Tally[str] = Tally()

    def read(self, clock: Clock, until: datetime) -> None:
        """Reads setbacks until there are no more, there are too many, or the time is over."""
        for each in self._setbacks.found():
            if len(self._by_item) >= self._most or clock() >= until:
                return
            if (setback := each.setback) is not None:
                self._by_item[setback.kind, each.uid, setback.item] = setback
                if setback.parked_at is not None:
                    self.parked_by[f"{setback.kind} {setback.reason}"] += 1
        self._is_complete = True

    @property
    def parked(self) -> int:
        """How many of them are parked."""
        return self.parked_by.total()

    def of(self, item: Item) -> Setback | None:
        """Returns the setback of an item that is due, from a read only if not all are known."""
        if self._is_complete or item in self._by_item:
            return self._by_item.get(item)
        return self._setbacks.of(item)

    def is_parked(self, item: Item) -> bool:
        """Returns whether the item is among the parked ones that were read."""
        setback = self._by_item.get(item)
        return setback is not None and setback.parked_at is not None

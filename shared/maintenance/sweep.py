"""The sweep: finds what is due by index and enqueues one task per user or batch."""

import logging
from collections import Counter as Tally
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import get_args

from shared.base.clock import Clock
from shared.base.errors import BeingErased, Unavailable
from shared.base.ids import derived_id
from shared.documents.setbacks import Setback
from shared.learning.counting import Counter
from shared.maintenance.setbacks import Item, Setbacks, is_waiting
from shared.ports import Due, DueKind, Store, Tasks

log = logging.getLogger(__name__)

MAINTENANCE = "run_maintenance"
SWEEP_FOR = timedelta(minutes=8)
"""How long a sweep starts new work; the function has ten minutes."""
PAGE = 200
"""Documents per query; a sweep continues until a page is not full."""
AT_ONCE = 8
"""Items handled in parallel; the queue takes tens of milliseconds to answer."""


@dataclass
class Swept:
    """What a sweep did.

    Attributes:
        enqueued: the number of tasks enqueued, by kind.
        failed: how many items failed, by kind; kinds without failures are absent.
        waiting: how many due items were left alone, because they failed before.
        parked: how many items are parked.
        foreign: how many due documents are not where Rekindle keeps them; they were skipped.
        unfinished: the kinds for which time ran out, or which could not be listed. The next sweep
            continues.
    """

    enqueued: dict[str, int] = field(default_factory=dict)
    failed: dict[str, int] = field(default_factory=dict)
    waiting: int = 0
    parked: int = 0
    foreign: int = 0
    unfinished: list[str] = field(default_factory=list)


class _Result(Enum):
    DONE = "done"
    NOTHING = "nothing"
    FAILED = "failed"
    WAITING = "waiting"
    OUT_OF_TIME = "out of time"


class Sweep:
    """Finds due documents of all users, oldest first, and handles each on its own.

    Whatever fails with one item concerns that item alone: it is counted, and its setback decides
    when it is tried again. A page is always behind the one before, whatever documents it holds,
    so a sweep ends.
    """

    def __init__(
        self,
        store: Store,
        tasks: Tasks,
        counter: Counter,
        setbacks: Setbacks,
        clock: Clock,
        *,
        page: int = PAGE,
    ) -> None:
        self._store = store
        self._tasks = tasks
        self._counter = counter
        self._setbacks = setbacks
        self._clock = clock
        self._page = page

    def run(self) -> Swept:
        """Handles what is due, and each kind for a share of the time at most.

        Raises:
            Unavailable: some kind could not be listed; the others were handled.
        """
        now = self._clock()
        known = self._setbacks.by_item()
        end = now + SWEEP_FOR
        swept = Swept()
        reasons: Tally[str] = Tally()
        unavailable: Unavailable | None = None
        # Batches left behind by a crash come first, since a user is waiting for them.
        kinds: tuple[DueKind, ...] = get_args(DueKind)
        for position, what in enumerate(kinds):
            share = (end - self._clock()) / (len(kinds) - position)
            pass_ = _Pass(what, now, self._clock() + share, known, reasons)
            try:
                self._fan_out(pass_)
            except Unavailable as error:
                unavailable = error
                pass_.finished = False
            _add(swept, pass_)
        swept.parked = sum(setback.parked_at is not None for setback in known.values())
        swept.parked += reasons.pop("parked", 0)
        _report(swept, reasons)
        if unavailable:
            raise unavailable
        return swept

    def _fan_out(self, pass_: "_Pass") -> None:
        """Handles the first due document of each user, or each due batch, in parallel."""
        last: Due | None = None
        with ThreadPoolExecutor(AT_ONCE, "sweep") as pool:
            while self._clock() < pass_.until:
                page = self._store.due(pass_.what, pass_.now, self._page, last)
                # Each call gets a copy of the context, so that its log lines name this request.
                futures = [
                    pool.submit(copy_context().run, self._attempt, pass_, due)
                    for due in pass_.new_in(page)
                ]
                pass_.results.update(future.result() for future in futures)
                if len(page) < self._page:
                    return
                if last is not None and (page[-1].at, page[-1].path) == (last.at, last.path):
                    log.error("a page of due documents was not behind the last; sweep ended")
                    break
                last = page[-1]
        pass_.finished = False

    def _attempt(self, pass_: "_Pass", due: Due) -> _Result:
        """Handles one item. Any error is that item's alone."""
        what, item = pass_.what, pass_.item(due)
        setback = pass_.known.get(item)
        if self._clock() >= pass_.until:
            return _Result.OUT_OF_TIME
        if setback is not None and is_waiting(setback, due.at, self._clock()):
            return _Result.WAITING
        try:
            if what == "batches":
                return self._requeue(due, setback)
            tries = setback.tries if setback else 0
            name = derived_id(what, due.uid, due.at.isoformat(), str(tries))
            self._tasks.enqueue(MAINTENANCE, name, {"job": what, "uid": due.uid, "tries": tries})
        except BeingErased:
            return _Result.NOTHING
        except Exception as error:  # whatever it is, the others must not wait for this one
            self._record(pass_, item, type(error).__name__)
            return _Result.FAILED
        return _Result.DONE

    def _requeue(self, due: Due, setback: Setback | None) -> _Result:
        if not self._counter.redrive(due.uid, due.id):
            return _Result.NOTHING
        if setback is not None:
            self._setbacks.clear("batches", due.uid, due.id)
        return _Result.DONE

    def _record(self, pass_: "_Pass", item: Item, reason: str) -> None:
        pass_.reasons[f"{pass_.what} {reason}"] += 1
        try:
            setback = self._setbacks.record(pass_.what, item[1], item[2], reason)
        except Exception as error:
            log.warning("a setback could not be recorded: %s", type(error).__name__)
            return
        known = pass_.known.get(item)
        if setback and setback.parked_at and not (known and known.parked_at):
            pass_.reasons["parked"] += 1


@dataclass
class _Pass:
    """One kind's part of a sweep."""

    what: DueKind
    now: datetime
    until: datetime
    known: dict[Item, Setback]
    reasons: Tally[str]
    handled: set[Item] = field(default_factory=set)
    results: Tally[_Result] = field(default_factory=Tally)
    foreign: int = 0
    finished: bool = True

    def item(self, due: Due) -> Item:
        """Returns what a due document stands for: all that is due to its user, or the batch."""
        return self.what, due.uid, due.id if self.what == "batches" else ""

    def new_in(self, page: list[Due]) -> list[Due]:
        """Returns the first due document of each new item, and counts what is not Rekindle's."""
        new: list[Due] = []
        for due in page:
            if not due.uid:
                self.foreign += 1
            elif self.item(due) not in self.handled:
                self.handled.add(self.item(due))
                new.append(due)
        return new


def _add(swept: Swept, pass_: _Pass) -> None:
    swept.enqueued[pass_.what] = pass_.results[_Result.DONE]
    swept.waiting += pass_.results[_Result.WAITING]
    swept.foreign += pass_.foreign
    if pass_.results[_Result.FAILED]:
        swept.failed[pass_.what] = pass_.results[_Result.FAILED]
    if not pass_.finished or pass_.results[_Result.OUT_OF_TIME]:
        swept.unfinished.append(pass_.what)


def _report(swept: Swept, reasons: Tally[str]) -> None:
    """Logs what operators should know. Alerts in terraform/monitoring.tf match these lines."""
    if swept.enqueued["batches"]:
        log.warning("overdue batches requeued: %d", swept.enqueued["batches"])
    if failed := sum(swept.failed.values()):
        kinds = ", ".join(f"{count} x {reason}" for reason, count in sorted(reasons.items()))
        log.error("maintenance items failed: %d (%s)", failed, kinds)
    if swept.parked:
        log.error("maintenance items parked: %d", swept.parked)
    if swept.foreign:
        log.warning("due documents that are not Rekindle's skipped: %d", swept.foreign)
    if swept.unfinished:
        log.warning("maintenance goes on next time with: %s", ", ".join(swept.unfinished))

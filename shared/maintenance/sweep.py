"""The sweep: finds what is due by index and enqueues one task per user or batch."""

import logging
from collections import Counter as Tally
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import get_args

from shared.base.clock import Clock
from shared.base.errors import BeingErased, PermanentFailure, RekindleError, Unavailable
from shared.base.ids import derived_id
from shared.documents.operating import KEEP_RUNS, Run
from shared.documents.setbacks import Setback
from shared.learning.counting import Counter
from shared.maintenance.passes import Outcome, Pass, Result
from shared.maintenance.setbacks import Item, Known, Setbacks, is_waiting
from shared.ports import Due, DueKind, Store, Tasks

log = logging.getLogger(__name__)

MAINTENANCE = "run_maintenance"
SWEEP_FOR = timedelta(minutes=8)
"""How long a sweep starts new work; the function has ten minutes."""
PAGE = 200
"""Documents per query; a sweep continues until a page is not full."""
FOR_SETBACKS = timedelta(minutes=1)
"""How long a sweep reads setbacks ahead."""
AT_ONCE = 8
"""Items handled in parallel; the queue takes tens of milliseconds to answer."""


@dataclass
class Swept:
    """What a sweep did.

    Attributes:
        enqueued: the number of tasks enqueued, by kind.
        failed: how many items failed, by kind; kinds without failures are absent.
        waiting: how many due items were left alone, because they failed before.
        parked: how many items are parked, of the setbacks that were read.
        foreign: how many due documents are not where Rekindle keeps them; they were skipped.
        unfinished: the kinds for which time ran out, which could not be listed, or of which some
            items got no answer. The next sweep continues.
    """

    enqueued: dict[str, int] = field(default_factory=dict)
    failed: dict[str, int] = field(default_factory=dict)
    waiting: int = 0
    parked: int = 0
    foreign: int = 0
    unfinished: list[str] = field(default_factory=list)


class Sweep:
    """Finds due documents of all users, oldest first, and handles each on its own.

    Whatever fails with one item concerns that item alone: it is counted, and its setback decides
    when it is tried again. If the database or the queue is away, no item is to blame: see `Pass`.
    A page is always behind the one before, whatever documents it holds, so a sweep ends.
    """

    def __init__(
        self,
        store: Store,
        tasks: Tasks,
        counter: Counter,
        setbacks: Setbacks,
        clock: Clock,
        add_run: Callable[[Run], None],
        *,
        page: int = PAGE,
    ) -> None:
        self._store = store
        self._tasks = tasks
        self._counter = counter
        self._setbacks = setbacks
        self._clock = clock
        self._add_run = add_run
        self._page = page

    def run(self) -> Swept:
        """Handles what is due: batches for half of the time at most, the others for a share of it.

        Raises:
            Unavailable: a kind could not be listed, or the database or the queue is away. What
                could be handled was handled; run it again for the rest.
        """
        now = self._clock()
        end = now + SWEEP_FOR
        swept = Swept()
        reasons: Tally[str] = Tally()
        problems: list[Exception] = []
        known = Known(self._setbacks)
        self._isolated("setbacks", lambda: known.read(self._clock, now + FOR_SETBACKS), problems)
        # Batches left behind by a crash come first, since a user is waiting for them.
        kinds: tuple[DueKind, ...] = get_args(DueKind)
        for position, what in enumerate(kinds):
            share = 2 if what == "batches" else len(kinds) - position
            pass_ = Pass(what, now, self._clock() + (end - self._clock()) / share)
            failed = len(problems)
            self._isolated(what, lambda pass_=pass_: self._fan_out(pass_, known), problems)  # type: ignore[misc]
            if len(problems) > failed:
                pass_.finished = False
            blamed, spared = pass_.verdict()
            for item, outcome in blamed:
                pass_.parked += self._record(item, outcome.reason, known)
            problems += [outcome.error for _, outcome in spared if outcome.error][:1]
            reasons.update(pass_.reasons)
            swept.parked += pass_.parked
            _add(swept, pass_, len(spared))
        swept.parked += known.parked
        _report(swept, reasons, known.parked_by)
        self._log_run(swept, now, problems)
        if problems:
            raise _unfinished(swept, problems[0])
        return swept

    def _log_run(self, swept: Swept, began: datetime, problems: list[Exception]) -> None:
        """Stores what operators see of this run. Without it, the run has still done its work."""
        now = self._clock()
        run = Run(
            id=derived_id("run", began.isoformat(), now.isoformat()),
            at=began,
            finished_at=now,
            complete=not (problems or swept.unfinished),
            reason=type(problems[0]).__name__ if problems else "",
            expires_at=now + KEEP_RUNS,
            **{name: value for name, value in asdict(swept).items() if name != "foreign"},
        )
        try:
            self._add_run(run)
        except RekindleError as error:
            log.warning("a run of maintenance could not be stored: %s", type(error).__name__)

    @staticmethod
    def _isolated(what: str, work: Callable[[], None], problems: list[Exception]) -> None:
        """Runs one part of the sweep. Its error is kept for the end, so the others run too."""
        try:
            work()
        except Unavailable as error:
            problems.append(error)
        except Exception as error:
            # An alert matches this line: a retry does not help, and a person has to look.
            log.error("maintenance of %s failed for good: %s", what, type(error).__name__)
            problems.append(error)

    def _fan_out(self, pass_: Pass, known: Known) -> None:
        """Handles the first due document of each user, or each due batch, in parallel."""
        last: Due | None = None
        with ThreadPoolExecutor(AT_ONCE, "sweep") as pool:
            while self._clock() < pass_.until and not pass_.is_stopped:
                page = self._store.due(pass_.what, pass_.now, self._page, last)
                # Each call gets a copy of the context, so that its log lines name this request.
                futures = [
                    pool.submit(copy_context().run, self._attempt, pass_, due, known)
                    for due in pass_.new_in(page)
                ]
                for future in futures:
                    future.result()
                if len(page) < self._page:
                    return
                if last is not None and (page[-1].at, page[-1].path) == (last.at, last.path):
                    log.error("a page of due documents was not behind the last; sweep ended")
                    break
                last = page[-1]
        pass_.finished = False

    def _attempt(self, pass_: Pass, due: Due, known: Known) -> None:
        pass_.take(pass_.item(due), self._outcome(pass_, due, known))

    def _outcome(self, pass_: Pass, due: Due, known: Known) -> Outcome:
        """Handles one item. Any error is that item's alone, unless nobody gets an answer."""
        if self._clock() >= pass_.until or pass_.is_stopped:
            return Outcome(Result.LEFT)
        began = pass_.step()
        item = pass_.item(due)
        try:
            setback = known.of(item)
            if setback is not None and is_waiting(setback, due.at, self._clock()):
                return Outcome(Result.WAITING)
            is_done = self._handle(pass_, due, setback)
        except BeingErased:
            return Outcome(Result.NOTHING)
        except (Unavailable, PermanentFailure) as error:
            reason = type(error).__name__
            return Outcome(Result.UNANSWERED, reason, began, pass_.step(), error=error)
        except Exception as error:  # whatever it is, the others must not wait for this one
            reason = type(error).__name__
            return Outcome(Result.FAILED, reason, parked=self._record(item, reason, known))
        return Outcome(Result.DONE if is_done else Result.NOTHING, "", began, pass_.step())

    def _handle(self, pass_: Pass, due: Due, setback: Setback | None) -> bool:
        """Hands one item out; returns whether it was still due."""
        if pass_.what == "batches":
            if not self._counter.redrive(due.uid, due.id):
                return False
            if setback is not None:
                self._setbacks.clear("batches", due.uid, due.id)
            return True
        tries = setback.tries if setback else 0
        # A task that the queue gave up keeps its name for hours, so each hour has its own.
        hour = pass_.now.strftime("%Y-%m-%dT%H")
        name = derived_id(pass_.what, due.uid, due.at.isoformat(), str(tries), hour)
        body = {"job": pass_.what, "uid": due.uid, "tries": tries}
        self._tasks.enqueue(MAINTENANCE, name, body)
        return True

    def _record(self, item: Item, reason: str, known: Known) -> bool:
        """Records a failure; returns whether the item is parked from now on."""
        what, uid, batch = item
        try:
            setback = self._setbacks.record(what, uid, batch, reason)
        except Exception as error:
            log.warning("a setback could not be recorded: %s", type(error).__name__)
            return False
        return bool(setback and setback.parked_at) and not known.is_parked(item)


def _unfinished(swept: Swept, error: Exception) -> Unavailable:
    details = error.details if isinstance(error, RekindleError) else []
    return Unavailable(
        f"Maintenance could not finish: {', '.join(swept.unfinished) or 'setbacks'}. Everything "
        "else that was due is handled. Run it again.",
        details,
    )


def _add(swept: Swept, pass_: Pass, spared: int) -> None:
    swept.enqueued[pass_.what] = pass_.results[Result.DONE]
    swept.waiting += pass_.results[Result.WAITING]
    swept.foreign += pass_.foreign
    if pass_.results[Result.FAILED]:
        swept.failed[pass_.what] = pass_.results[Result.FAILED]
    if not pass_.finished or spared or pass_.results[Result.LEFT]:
        swept.unfinished.append(pass_.what)


def _report(swept: Swept, reasons: Tally[str], parked: Tally[str]) -> None:
    """Logs what operators should know. Alerts in terraform/monitoring.tf match these lines."""
    if swept.enqueued["batches"]:
        log.warning("overdue batches requeued: %d", swept.enqueued["batches"])
    if failed := sum(swept.failed.values()):
        log.error("maintenance items failed: %d (%s)", failed, _listed(reasons))
    if swept.parked:
        log.error("maintenance items parked: %d (%s)", swept.parked, _listed(parked) or "new")
    if swept.foreign:
        log.warning("due documents that are not Rekindle's skipped: %d", swept.foreign)
    if swept.unfinished:
        log.warning("maintenance will continue next time with: %s", ", ".join(swept.unfinished))


def _listed(counts: Tally[str]) -> str:
    return ", ".join(f"{count} x {what}" for what, count in sorted(counts.items()))

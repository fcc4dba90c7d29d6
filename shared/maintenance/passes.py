"""One kind's part of a sweep: what became of its items, and which of them are to blame."""

from collections import Counter as Tally
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from itertools import count
from threading import Lock

from shared.maintenance.setbacks import Item
from shared.ports import Due, DueKind

STOP_AFTER = 5
"""A kind stops once so many users in a row have got no answer: then it is not about them."""


class Result(Enum):
    """What became of an item."""

    DONE = "done"
    NOTHING = "nothing"
    FAILED = "failed"
    UNANSWERED = "unanswered"
    WAITING = "waiting"
    LEFT = "left"


@dataclass(frozen=True)
class Outcome:
    """What became of an item, and when.

    Attributes:
        result: what became of it.
        reason: the type of its error.
        began: the step of the pass at which it began; see `Pass.step`.
        ended: the step at which it ended.
        parked: whether it is parked from now on.
        error: why it is unanswered.
    """

    result: Result
    reason: str = ""
    began: int = 0
    ended: int = 0
    parked: bool = False
    error: Exception | None = None


class Pass:
    """One kind's part of a sweep. Several threads may take steps and hand in outcomes.

    The database or the queue may not answer about one item, or about none. An item is to blame if
    another one was done after it had ended. The others are spared: they get no setback, and the
    sweep is repeated. Once `STOP_AFTER` users got no answer, all of them after the last
    item that was done, the pass stops.

    Attributes:
        what: the kind.
        now: when the sweep began.
        until: when the pass starts no new work.
        finished: whether everything due was listed.
    """

    def __init__(self, what: DueKind, now: datetime, until: datetime) -> None:
        self.what = what
        self.now = now
        self.until = until
        self.finished = True
        self.foreign = 0
        self.parked = 0
        self.is_stopped = False
        self.results: Tally[Result] = Tally()
        self.reasons: Tally[str] = Tally()
        self._handled: set[Item] = set()
        self._unanswered: list[tuple[Item, Outcome]] = []
        self._since_done: set[str] = set()
        self._last_ended = 0
        self._steps = count(1)
        self._lock = Lock()

    def step(self) -> int:
        """Returns the next number, which orders beginnings and ends over all threads."""
        return next(self._steps)

    def item(self, due: Due) -> Item:
        """Returns what a due document stands for: all that is due to its user, or the batch."""
        return self.what, due.uid, due.id if self.what == "batches" else ""

    def new_in(self, page: list[Due]) -> list[Due]:
        """Returns the first due document of each new item, and counts what is not Rekindle's."""
        new: list[Due] = []
        for due in page:
            if not due.uid:
                self.foreign += 1
            elif self.item(due) not in self._handled:
                self._handled.add(self.item(due))
                new.append(due)
        return new

    def take(self, item: Item, outcome: Outcome) -> None:
        """Counts what became of an item."""
        with self._lock:
            self._take(item, outcome)

    def _take(self, item: Item, outcome: Outcome) -> None:
        self.results[outcome.result] += 1
        self.parked += outcome.parked
        if outcome.result is Result.FAILED:
            self.reasons[f"{self.what} {outcome.reason}"] += 1
        elif outcome.result is Result.DONE:
            self._last_ended = max(self._last_ended, outcome.ended)
            self._since_done.clear()
        elif outcome.result is Result.UNANSWERED:
            self._unanswered.append((item, outcome))
            if outcome.began > self._last_ended:
                self._since_done.add(item[1])
            self.is_stopped = len(self._since_done) >= STOP_AFTER

    def verdict(self) -> tuple[list[tuple[Item, Outcome]], list[tuple[Item, Outcome]]]:
        """Returns the unanswered items that are to blame, counted as failed, and the others."""
        blamed: list[tuple[Item, Outcome]] = []
        spared: list[tuple[Item, Outcome]] = []
        for item, outcome in self._unanswered:
            (blamed if outcome.ended < self._last_ended else spared).append((item, outcome))
        for _, outcome in blamed:
            self.results[Result.FAILED] += 1
            self.reasons[f"{self.what} {outcome.reason}"] += 1
        return blamed, spared

"""What an operator looks at: pages of figures, spending by day, and the log of all looks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from shared.base.clock import Clock
from shared.base.ids import IdSource
from shared.documents.operating import KEEP_LOOKS, MOST_USERS, Look, Run, mark_of
from shared.learning.deployment_budget import deployment_key
from shared.learning.spending import day_of
from shared.operating.ports import Account, FailedBatch, OperatorStore, Page, Parked
from shared.ports import Cursor

PAGE = 200
"""Looks per read of an export."""


@dataclass(frozen=True)
class DaySpending:
    """US dollars that all analyses of one day (UTC) set aside."""

    day: str
    amount: float


class OperatorService:
    """Figures and failures of all users. Every method may raise Unavailable."""

    def __init__(self, figures: OperatorStore, clock: Clock, new_id: IdSource) -> None:
        self._figures = figures
        self._clock = clock
        self._new_id = new_id

    def log(
        self, operator: str, route: str, user: str | None = None, uids: Sequence[str] = ()
    ) -> None:
        """Logs a look before its answer is given.

        Args:
            operator: the uid of the operator.
            route: the method and path of the route.
            user: the sealed id of the user whom the request names, if it names one.
            uids: all users whose figures the answer shows, `MOST_USERS` at most.
        """
        now = self._clock()
        marks = list(dict.fromkeys(map(mark_of, uids)))
        assert len(marks) <= MOST_USERS
        self._figures.add_look(
            Look(
                id=self._new_id(),
                at=now,
                operator=operator,
                route=route,
                user=user,
                users=marks,
                expires_at=now + KEEP_LOOKS,
            )
        )

    def accounts(self, limit: int, after: Cursor | None) -> Page[Account]:
        """Returns a page of the users."""
        return self._figures.accounts(limit, after)

    def account(self, uid: str) -> Account | None:
        """Returns one user, or None if nothing is stored about them."""
        return self._figures.account(uid)

    def failed_batches(self, limit: int, after: Cursor | None) -> Page[FailedBatch]:
        """Returns a page of failed batches, the last to fail first."""
        return self._figures.failed_batches(limit, after)

    def parked(self, limit: int, after: Cursor | None) -> Page[Parked]:
        """Returns a page of parked work, the longest parked first."""
        return self._figures.parked(limit, after)

    def spending(self, days: int) -> list[DaySpending]:
        """Returns what each of the last days cost, today first."""
        now = self._clock()
        times = [now - timedelta(days=back) for back in range(days)]
        keys = [deployment_key(time) for time in times]
        amounts = self._figures.amounts(keys)
        return [
            DaySpending(day_of(time), amounts.get(key, 0.0))
            for time, key in zip(times, keys, strict=True)
        ]

    def spenders(self, limit: int, after: Cursor | None) -> Page[Account]:
        """Returns a page of the users with an analysis today; who spent most comes first."""
        return self._figures.spenders(day_of(self._clock()), limit, after)

    def runs(self, limit: int, after: Cursor | None) -> Page[Run]:
        """Returns a page of maintenance's runs, the newest first."""
        return self._figures.runs(limit, after)

    def looks(self, limit: int, after: Cursor | None) -> Page[Look]:
        """Returns a page of all looks, the newest first."""
        return self._figures.looks(limit, after)


class LooksAtUser:
    """What users learn of the looks at themselves."""

    def __init__(self, figures: OperatorStore) -> None:
        self._figures = figures

    def of(self, uid: str, limit: int, after: Cursor | None) -> Page[Look]:
        """Returns a page of the looks at a user, the newest first."""
        return self._figures.looks(limit, after, mark_of(uid))

    def all_of(self, uid: str) -> Iterator[Look]:
        """Yields all looks at a user, the newest first, reading a page at a time."""
        after: Cursor | None = None
        while True:
            page = self.of(uid, PAGE, after)
            yield from page.items
            if page.after is None:
                return
            after = page.after

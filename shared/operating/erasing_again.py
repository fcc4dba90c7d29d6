"""Erasing again, after a restore, who was erased since the backup was made."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import chain

from shared.access.ports import AccessStore
from shared.account.account_service import AccountService
from shared.base.clock import Clock
from shared.base.errors import Unavailable
from shared.documents.operating import erased_mark
from shared.operating.ports import OperatorStore
from shared.ports import Cursor

FOR = timedelta(minutes=8)
"""How long one run looks for users; the function has ten minutes."""
PAGE = 300
"""Documents per read."""


class ErasingAgain:
    """Repeats erasures. Every method may raise Unavailable."""

    def __init__(
        self, figures: OperatorStore, access: AccessStore, accounts: AccountService, clock: Clock
    ) -> None:
        self._figures = figures
        self._access = access
        self._accounts = accounts
        self._clock = clock

    def since(self, at: datetime) -> int:
        """Erases whoever was erased since a time, and returns how many are back.

        Erasures are kept without uids, so it looks through everybody who has a document or a
        connection. Who has come back and was erased before is left alone; who was erased since and
        has come back is erased again, since what is restored cannot be told from what is new.
        If it stops anywhere, the next run finds the rest.

        Args:
            at: the time that the restored backup shows.

        Raises:
            Unavailable: the time was too short; run it again.
        """
        end = self._clock() + FOR
        marks = set(self._marks(at))
        done: set[str] = set()
        for uid in chain(self._users(), self._holders()) if marks else ():
            if self._clock() >= end:
                raise _not_complete()
            if uid in done or erased_mark(uid) not in marks:
                continue
            if not self._accounts.erase(uid, end - self._clock()).complete:
                raise _not_complete()
            done.add(uid)
        return len(done)

    def one(self, uid: str) -> int:
        """Erases one user, who cannot or did not, and returns how many documents there were.

        Raises:
            Unavailable: the time was too short; run it again.
        """
        erasure = self._accounts.erase(uid, FOR)
        if not erasure.complete:
            raise _not_complete()
        return sum(erasure.deleted.values())

    def _marks(self, since: datetime) -> Iterator[str]:
        after: Cursor | None = None
        while True:
            page = self._figures.erased(since, PAGE, after)
            yield from (each.user for each in page.items)
            if (after := page.after) is None:
                return

    def _users(self) -> Iterator[str]:
        after: Cursor | None = None
        while True:
            page = self._figures.uids(PAGE, after)
            yield from page.items
            if (after := page.after) is None:
                return

    def _holders(self) -> Iterator[str]:
        """Yields who holds connections or codes; such a user may have no other document."""
        for table in (self._access.connections, self._access.codes):
            after: str | None = None
            while found := table.owners(PAGE, after):
                yield from (uid for _, uid in found)
                after = found[-1][0]


def _not_complete() -> Unavailable:
    return Unavailable("The erasure is not complete. Send the task again.")

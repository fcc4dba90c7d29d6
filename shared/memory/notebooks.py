"""Opens users' notebooks: a change of notes, digest and pages in one transaction."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from shared.base.clock import Clock
from shared.memory.notebook import Notebook
from shared.memory.quota import Quota
from shared.ports import Records, Store

T = TypeVar("T")

MERGES = 100
"""Pairs of pages merged at a time; the next change merges further ones."""


class Notebooks:
    """Changes users' notes within the deployment's quota. Every method may raise Unavailable."""

    def __init__(self, store: Store, quota: Quota) -> None:
        self._store = store
        self._quota = quota

    def open(
        self, records: Records, uid: str, now: datetime, expected: Sequence[str] = ()
    ) -> Notebook:
        """Returns the user's notes for a change within a transaction, bound by the quota.

        Args:
            records: the transaction's.
            uid: the user.
            now: the current time.
            expected: the ids of entries that will probably be asked for.
        """
        return Notebook(records, uid, now, self._quota, expected)

    def change(
        self,
        uid: str,
        now: datetime,
        work: Callable[[Notebook], T],
        expected: Sequence[str] = (),
    ) -> T:
        """Changes a user's notes in a transaction of its own."""

        def write(records: Records) -> T:
            notebook = self.open(records, uid, now, expected)
            result = work(notebook)
            notebook.write_changes()
            return result

        return self._store.transact(write)

    def merge_pages(self, uid: str, clock: Clock) -> None:
        """Merges half-empty pages, one transaction per pair, and at most `MERGES` of them."""
        for _ in range(MERGES):
            if not self.change(uid, clock(), Notebook.merge_pages):
                return

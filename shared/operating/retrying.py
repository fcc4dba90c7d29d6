"""Trying again what failed: batches, and work that maintenance has parked."""

from collections import Counter as Tally
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import get_args

from shared.base.clock import Clock
from shared.base.errors import BeingErased, Unreadable
from shared.documents.learning import Batch, BatchState
from shared.learning.counting import Counter
from shared.learning.leases import requeued
from shared.learning.line import joined
from shared.maintenance.setbacks import Setbacks
from shared.ports import DueKind, Records, Store
from shared.profile.user_state import updated

GONE = "GONE"
NOT_FAILED = "NOT_FAILED"
LEARNING_OFF = "LEARNING_OFF"
UNREADABLE = "UNREADABLE"
ERASING = "ERASING"


@dataclass
class Retried:
    """What became of failed batches.

    Attributes:
        retried: how many were queued again.
        left: how many were not, by the reason.
    """

    retried: int = 0
    left: Tally[str] = field(default_factory=Tally)


class Retries:
    """Tries again for users who did not ask for it. Every method may raise Unavailable."""

    def __init__(self, store: Store, counter: Counter, clock: Clock) -> None:
        self._store = store
        self._counter = counter
        self._setbacks = Setbacks(store, clock)
        self._clock = clock

    def batches(self, failed: Iterable[tuple[str, str]]) -> Retried:
        """Queues failed batches again, named by user and id, each in its own transaction.

        If this crashes between a transaction and its task, maintenance finds the batch due.
        """
        done = Retried()
        for uid, batch_id in failed:
            why = self.batch(uid, batch_id)
            if why:
                done.left[why] += 1
            else:
                done.retried += 1
        return done

    def batch(self, uid: str, batch_id: str) -> str | None:
        """Queues a failed batch again, as a refresh of its user does; returns why not, if not.

        The user's settings hold: with learning off, nothing of theirs is analyzed.
        """
        queued: list[Batch] = []

        def again(records: Records) -> str | None:
            queued.clear()
            user, batch = records.learner(uid, batch_id)
            if user is None or batch is None:
                return GONE
            if batch.state is not BatchState.FAILED:
                return NOT_FAILED
            if not user.settings.learns:
                return LEARNING_OFF
            now = self._clock()
            others = [id_ for id_ in user.learning.failed if id_ != batch_id]
            learning = user.learning.model_copy(update={"failed": others})
            fresh = requeued(batch).model_copy(update={"calls": 0})
            learning, fresh = joined(learning, fresh, now)
            records.batches.overwrite(uid, batch_id, fresh)
            records.users.save_state(uid, updated(user, now, learning=learning))
            queued.append(fresh)
            return None

        try:
            why = self._store.transact(again)
        except Unreadable:
            return UNREADABLE
        except BeingErased:
            return ERASING
        for batch in queued:
            self._counter.enqueue(uid, batch)
        return why

    def release(self, uid: str, kind: str, item: str) -> bool:
        """Lets the next sweep try parked work again; returns whether there was any."""
        what: DueKind | None = next((each for each in get_args(DueKind) if each == kind), None)
        if what is None or self._setbacks.of((what, uid, item)) is None:
            return False
        self._setbacks.clear(what, uid, item)
        return True

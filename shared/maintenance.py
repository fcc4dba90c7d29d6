"""Maintenance: finds what is due by index, and fans it out in tasks of one user or batch each.

Harmless when run twice, late or by two schedulers at once: tasks are named by what they are for,
and each task does nothing where nothing is due any more.
"""

from collections.abc import Callable
from datetime import datetime

from shared.clock import Clock
from shared.ids import derived_id
from shared.learning.claims import driven_again
from shared.learning.counting import REDRIVE_AFTER, Counter
from shared.learning.model import Batch
from shared.ports import Due, Records, Store, Tasks
from shared.profile.changelog import content_of
from shared.profile.decay import without_ended
from shared.profile.history import commit_version

MAINTENANCE = "run_maintenance"
PAGE = 200
"""Documents found per query; a run goes on until a page is not full."""


class Maintenance:
    """What the scheduled function does."""

    def __init__(self, store: Store, tasks: Tasks, counter: Counter, clock: Clock) -> None:
        self._store = store
        self._tasks = tasks
        self._counter = counter
        self._clock = clock

    def sweep(self) -> dict[str, int]:
        """Enqueues a task for each user with something to decay, and drives stuck batches again.

        It reads the due documents alone, never all users. If it stops anywhere, the next run finds
        the same documents due and enqueues those that are left.

        Raises:
            Unavailable: the database or the queue did not answer; run it again.
        """
        now = self._clock()
        return {
            "decay": self._each(self._store.due_users, now, self._enqueue_decay),
            "batches": self._each(self._store.due_batches, now, self._redrive),
        }

    def decay(self, uid: str) -> bool:
        """Takes what has ended out of one user's profile, as a new version; whether it did.

        One transaction: stopping before it leaves all as it was, and after it nothing is due.
        """

        def apply(records: Records) -> bool:
            user = records.users.get(uid)
            now = self._clock()
            if user is None or user.decay_due_at is None or user.decay_due_at > now:
                return False
            profile = without_ended(user.profile, user.settings, now)
            if content_of(profile) == content_of(user.profile):
                records.users.put(uid, user.changed(now))
                return False
            commit_version(
                records,
                uid,
                user,
                profile,
                change_type="decay",
                action="decay",
                source="system",
                now=now,
            )
            return True

        return self._store.transact(apply)

    def _enqueue_decay(self, due: Due) -> None:
        name = derived_id("decay", due.uid, due.at.isoformat())
        self._tasks.enqueue(MAINTENANCE, name, {"job": "decay", "uid": due.uid})

    def _redrive(self, due: Due) -> None:
        """Enqueues a batch under a new name, since its first one stays taken for hours.

        If it stops between the transaction and the task, the batch is due again a little later.
        """

        def drive(records: Records) -> Batch | None:
            batch = records.batches.get(due.uid, due.id)
            now = self._clock()
            if batch is None or batch.redrive_at is None or batch.redrive_at > now:
                return None
            driven = driven_again(batch, now + REDRIVE_AFTER)
            records.batches.put(due.uid, due.id, driven)
            return driven

        batch = self._store.transact(drive)
        if batch:
            self._counter.enqueue(due.uid, batch)

    @staticmethod
    def _each(
        find: Callable[[datetime, int, Due | None], list[Due]],
        now: datetime,
        handle: Callable[[Due], None],
    ) -> int:
        count, last = 0, None
        while True:
            page = find(now, PAGE, last)
            for due in page:
                handle(due)
            count += len(page)
            if len(page) < PAGE:
                return count
            last = page[-1]

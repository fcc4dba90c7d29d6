"""Maintenance: finds what is due by index, and fans it out in tasks of one user or batch each.

Harmless when run twice, late or by two schedulers at once: tasks are named by what they are for,
and each task does nothing where nothing is due any more.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import datetime

from shared.base.clock import Clock
from shared.base.errors import InvalidArgument
from shared.base.ids import derived_id
from shared.documents.learning import Batch
from shared.learning.claims import driven_again
from shared.learning.counting import REDRIVE_AFTER, Counter
from shared.memory.memory_service import MemoryService
from shared.ports import Due, DueKind, Order, Records, Store, Tasks, Where
from shared.profile.changelog import content_of
from shared.profile.decay import without_ended
from shared.profile.history import commit_version
from shared.profile.user_state import updated
from shared.sessions.session_service import SessionService

log = logging.getLogger(__name__)

MAINTENANCE = "run_maintenance"
PAGE = 200
"""Documents found per query; a run goes on until a page is not full."""
AT_ONCE = 8
"""Tasks being enqueued at a time: each waits for the queue's answer, which takes tens of ms."""


class Maintenance:
    """What the scheduled function does."""

    def __init__(
        self,
        store: Store,
        tasks: Tasks,
        counter: Counter,
        memory: MemoryService,
        sessions: SessionService,
        clock: Clock,
    ) -> None:
        self._store = store
        self._tasks = tasks
        self._counter = counter
        self._memory = memory
        self._sessions = sessions
        self._clock = clock

    def sweep(self) -> dict[str, int]:
        """Finds what is due, and enqueues a task for each user or batch concerned.

        It reads the due documents alone, never all users. If it stops anywhere, the next run finds
        the same documents due and enqueues those that are left.

        Returns:
            How many tasks were enqueued, by kind.

        Raises:
            Unavailable: the database or the queue did not answer; run it again.
        """
        now = self._clock()
        # What a crash left behind comes first: people wait for it.
        enqueued = {
            "batches": self._each("batches", now, self._redrive),
            "decay": self._each("decay", now, self._enqueue),
            "memory": self._each("memory", now, self._enqueue),
            "embeddings": self._each("embeddings", now, self._enqueue),
            "changelog": self._each("changelog", now, self._enqueue),
            "sessions": self._each("sessions", now, self._enqueue),
        }
        if enqueued["batches"]:
            # An alert watches for this line.
            log.warning("batches driven again: %d", enqueued["batches"])
        return enqueued

    def run(self, job: str, uid: str) -> int:
        """Does one user's part of a kind of work; how many documents it changed.

        Each page of it is one transaction: if it stops, what is left is due at the next run.

        Raises:
            InvalidArgument: there is no such work.
            Unavailable: the database did not answer; run it again.
        """
        match job:
            case "decay":
                return int(self.decay(uid))
            case "memory":
                return _until_none_left(lambda: self._memory.expire(uid))
            case "embeddings":
                return _until_none_left(lambda: self._memory.embed_due(uid))
            case "sessions":
                return _until_none_left(lambda: self._sessions.expire(uid))
            case "changelog":
                return _until_none_left(lambda: self._prune_changelog(uid))
            case _:
                raise InvalidArgument("The task names no job of maintenance.")

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
                records.users.put(uid, updated(user, now))
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

    def _prune_changelog(self, uid: str) -> int:
        def prune(records: Records) -> int:
            ended = records.changelog.find(
                uid, Where("expiresAt", "<=", self._clock()), order=Order("expiresAt"), limit=PAGE
            )
            for entry in ended:
                records.changelog.delete(uid, entry.id)
            return len(ended)

        return self._store.transact(prune)

    def _enqueue(self, what: DueKind, due: Due) -> None:
        name = derived_id(what, due.uid, due.at.isoformat())
        self._tasks.enqueue(MAINTENANCE, name, {"job": what, "uid": due.uid})

    def _redrive(self, _: DueKind, due: Due) -> None:
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

    def _each(self, what: DueKind, now: datetime, handle: Callable[[DueKind, Due], None]) -> int:
        """Handles the first due document of each user, or each due batch.

        Several are handled at once. An error ends the run, and the next one finds the rest.
        """
        handled: set[tuple[str, str]] = set()
        last: Due | None = None
        with ThreadPoolExecutor(AT_ONCE, "sweep") as pool:
            while True:
                page = self._store.due(what, now, PAGE, last)
                new: list[Due] = []
                for due in page:
                    concerned = due.uid, due.id if what == "batches" else ""
                    if concerned not in handled:
                        handled.add(concerned)
                        new.append(due)
                # Each in a copy of the context, so that what it logs names this request.
                work = [pool.submit(copy_context().run, handle, what, due) for due in new]
                try:
                    for done in work:
                        done.result()
                finally:
                    for left in work:
                        left.cancel()
                if len(page) < PAGE:
                    return len(handled)
                last = page[-1]


def _until_none_left(work: Callable[[], int]) -> int:
    count = 0
    while done := work():
        count += done
    return count

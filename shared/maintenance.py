"""Maintenance: finds what is due by index and enqueues one task per user or batch.

It is safe to run twice, late, or concurrently: a task is named after its work, and does nothing
if the work is no longer due.
"""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import datetime

from shared.base.clock import Clock
from shared.base.errors import InvalidArgument
from shared.base.ids import derived_id
from shared.documents.changelog import Source
from shared.learning.counting import Counter
from shared.memory.memory_service import MemoryService
from shared.ports import Due, DueKind, Order, Records, Store, Tasks, Where
from shared.profile.changelog import content_of
from shared.profile.decay import without_faded
from shared.profile.history import commit_version
from shared.profile.user_state import updated
from shared.sessions.session_service import SessionService

log = logging.getLogger(__name__)

MAINTENANCE = "run_maintenance"
PAGE = 200
"""Documents per query; a run continues until a page is not full."""
AT_ONCE = 8
"""Tasks enqueued in parallel; the queue takes tens of milliseconds to answer."""


class Maintenance:
    """The work of the scheduled function."""

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
        """Enqueues a task for each user or batch that has something due.

        It reads only documents that are due. If it crashes, the next run finds what is left.

        Returns:
            The number of tasks enqueued, by kind.

        Raises:
            Unavailable: the database or the queue did not answer; run it again.
        """
        now = self._clock()
        # Batches left behind by a crash come first, since a user is waiting for them.
        enqueued = {
            "batches": self._fan_out("batches", now, self._requeue),
            "decay": self._fan_out("decay", now, self._enqueue),
            "memory": self._fan_out("memory", now, self._enqueue),
            "embeddings": self._fan_out("embeddings", now, self._enqueue),
            "changelog": self._fan_out("changelog", now, self._enqueue),
            "sessions": self._fan_out("sessions", now, self._enqueue),
        }
        if enqueued["batches"]:
            # An alert in terraform/monitoring.tf matches this line.
            log.warning("overdue batches requeued: %d", enqueued["batches"])
        return enqueued

    def run(self, job: str, uid: str) -> int:
        """Runs one job for one user and returns how many documents it changed.

        Each page is one transaction. What a crash leaves undone is due again at the next run.

        Raises:
            InvalidArgument: there is no such job.
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
                raise InvalidArgument(f"There is no maintenance job {job!r}.")

    def decay(self, uid: str) -> bool:
        """Removes what has faded from a user's profile, as a new version; returns whether it did.

        All of it is one transaction.
        """

        def apply(records: Records) -> bool:
            user = records.users.get(uid)
            now = self._clock()
            if user is None or user.decay_due_at is None or user.decay_due_at > now:
                return False
            profile = without_faded(user.profile, user.settings, now)
            if content_of(profile) == content_of(user.profile):
                records.users.save_state(uid, updated(user, now))
                return False
            commit_version(
                records,
                uid,
                user,
                profile,
                change_type="decay",
                action="decay",
                source=Source.SYSTEM,
                now=now,
            )
            return True

        return self._store.transact(apply)

    def _prune_changelog(self, uid: str) -> int:
        def prune(records: Records) -> int:
            expired = records.changelog.query(
                uid, Where("expiresAt", "<=", self._clock()), order=Order("expiresAt"), limit=PAGE
            )
            for entry in expired:
                records.changelog.delete(uid, entry.id)
            return len(expired)

        return self._store.transact(prune)

    def _enqueue(self, what: DueKind, due: Due) -> None:
        name = derived_id(what, due.uid, due.at.isoformat())
        self._tasks.enqueue(MAINTENANCE, name, {"job": what, "uid": due.uid})

    def _requeue(self, _: DueKind, due: Due) -> None:
        self._counter.redrive(due.uid, due.id)

    def _fan_out(self, what: DueKind, now: datetime, handle: Callable[[DueKind, Due], None]) -> int:
        """Handles the first due document of each user, or each due batch, in parallel.

        An error ends the run; the next run finds the rest. Returns how many were handled.
        """
        handled: set[tuple[str, str]] = set()
        last: Due | None = None
        with ThreadPoolExecutor(AT_ONCE, "sweep") as pool:
            while True:
                page = self._store.due(what, now, PAGE, last)
                new: list[Due] = []
                for due in page:
                    key = due.uid, due.id if what == "batches" else ""
                    if key not in handled:
                        handled.add(key)
                        new.append(due)
                # Each call gets a copy of the context, so that its log lines name this request.
                futures = [pool.submit(copy_context().run, handle, what, due) for due in new]
                try:
                    for future in futures:
                        future.result()
                finally:
                    for future in futures:
                        future.cancel()
                if len(page) < PAGE:
                    return len(handled)
                last = page[-1]


def _until_none_left(work: Callable[[], int]) -> int:
    count = 0
    while done := work():
        count += done
    return count

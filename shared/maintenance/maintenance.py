"""Maintenance: what the scheduled function does.

It is safe to run twice, late, or concurrently: a task is named after its work, and does nothing
if the work is no longer due.
"""

import logging
from collections.abc import Callable
from typing import Any, get_args

from shared.account.account_service import AccountService
from shared.base.clock import Clock
from shared.base.errors import BeingErased, Unavailable
from shared.base.ids import derived_id
from shared.documents.operating import Run
from shared.learning.counting import Counter
from shared.maintenance.jobs import Done, Jobs
from shared.maintenance.setbacks import Setbacks
from shared.maintenance.sweep import MAINTENANCE, Sweep, Swept
from shared.memory.due_notes import DueNotes
from shared.ports import DueKind, Store, Tasks
from shared.sessions.session_service import SessionService

__all__ = ["MAINTENANCE", "Maintenance"]

log = logging.getLogger(__name__)

LISTED = 200
"""How many parked items are listed."""


def opaque(uid: str) -> str:
    """Returns what stands for a user in the log."""
    return derived_id("user", uid)[:12]


class Maintenance:
    """The work of the scheduled function."""

    def __init__(
        self,
        store: Store,
        tasks: Tasks,
        counter: Counter,
        notes: DueNotes,
        sessions: SessionService,
        accounts: AccountService,
        clock: Clock,
        add_run: Callable[[Run], None],
    ) -> None:
        self._setbacks = Setbacks(store, clock)
        self._sweep = Sweep(store, tasks, counter, self._setbacks, clock, add_run)
        self._jobs = Jobs(store, notes, sessions, accounts, clock)

    def sweep(self) -> Swept:
        """Enqueues a task for each user or batch that has something due.

        It reads only documents that are due, and the setbacks of those that failed before. If it
        crashes, the next run finds what is left.

        Raises:
            Unavailable: a kind could not be listed, or the database or the queue is away. The rest
                was handled; run it again.
        """
        return self._sweep.run()

    def run(self, job: str, uid: str, tries: int = 0) -> Done:
        """Runs one job for one user, and records a setback if something of it cannot be done.

        If it crashes
        - before the job: the queue repeats the task, and the next sweep finds what is due;
        - after the job: the same, and nothing is left to do;
        - before the setback is recorded: the next sweep tries again an hour earlier than it should.

        Args:
            job: the kind of due work.
            uid: the user.
            tries: how often it has failed before; a success then removes the setback.

        Raises:
            InvalidArgument: there is no such job.
            Unavailable: the database or the model did not answer; run it again.
        """
        kind: DueKind | None = next((each for each in get_args(DueKind) if each == job), None)
        try:
            done = self._jobs.run(job, uid)
        except BeingErased:
            return Done(0)
        except Unavailable:
            raise
        except Exception as error:
            if kind is None:
                raise
            # Only the class of it: the text of an error may quote what is stored.
            done = Done(0, 1, type(error).__name__)
        if kind is not None and done.failed:
            log.error("maintenance items failed: %d (%s %s)", done.failed, job, done.reason)
            self._setbacks.record(kind, uid, "", done.reason)
        elif kind is not None and tries:
            self._setbacks.clear(kind, uid, "")
        return done

    def parked(self) -> list[dict[str, Any]]:
        """Returns and logs the items that are parked, `LISTED` at most.

        An operator who asks through the queue sees only the log. It names a user by `opaque`.
        """
        found: list[dict[str, Any]] = []
        for each in self._setbacks.found():
            setback = each.setback
            if setback is None or setback.parked_at is None:
                continue
            log.warning(
                "parked: %s of %s since %s (%s)",
                setback.kind,
                opaque(each.uid),
                setback.parked_at.isoformat(),
                setback.reason,
            )
            shown = setback.model_dump(mode="json", by_alias=True, exclude={"id"})
            found.append({"uid": each.uid, **shown})
            if len(found) == LISTED:
                break
        return found

    def release(self) -> int:
        """Lets the next sweep try everything again that failed, and returns how many it is."""
        return self._setbacks.release()

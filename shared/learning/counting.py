"""Counts each prompt exactly once, however often and in whatever order events arrive.

A prompt is in one place only: in `learning.pending`, or in one batch. Both are read and written in
one transaction, so a repeated event finds the prompt and changes nothing. Prompts that were
recorded together are counted together, by the first of their events, in the order in which they
were said. A batch is its own outbox: it is stored as queued, with the time when maintenance would
requeue it, before its task is created. While others of the same user are being analyzed, it waits
in the user's line instead; see `shared.learning.line`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from shared.base.clock import Clock
from shared.base.errors import Unreadable
from shared.base.ids import derived_id, problem_with
from shared.documents.learning import (
    MAX_PENDING,
    Batch,
    BatchState,
    LearningState,
    SkipReason,
)
from shared.documents.user import Intake
from shared.learning.leases import requeued
from shared.learning.line import REDRIVE_AFTER, advanced, joined, passed_over
from shared.learning.outcomes import UNREADABLE
from shared.learning.uncounted import in_order, unbatched
from shared.ports import Order, Records, Store, Tasks, Where
from shared.profile.user_state import updated

ANALYZE = "analyze_batch"
"""The function that analyzes a batch."""
_TICK = timedelta(microseconds=1)
"""Sets batches apart that are formed at once, so that they keep their order in the line."""


@dataclass(frozen=True)
class NewPrompt:
    """A prompt as described by its event.

    Attributes:
        id: the id of the prompt.
        recorded_at: when the database created its document.
        role: who said it.
        skipped: why the recorder marked it as not to be analyzed, if it did.
        imported: whether an import has put it into a batch already.
        in_bulk: whether its request recorded others, whose events may come in any order.
    """

    id: str
    recorded_at: datetime
    role: str = "user"
    skipped: SkipReason | None = None
    imported: bool = False
    in_bulk: bool = False


@dataclass(frozen=True)
class Counted:
    """The result of counting. `batches` are those that were formed, or the one of the prompt."""

    outcome: Literal["pending", "batched", "duplicate", "skipped", "gone"]
    batches: Sequence[Batch] = ()


class Counter:
    """Collects new prompts into batches, and enqueues a task for each batch."""

    def __init__(self, store: Store, tasks: Tasks, clock: Clock) -> None:
        self._store = store
        self._tasks = tasks
        self._clock = clock

    def count(self, uid: str, prompt: NewPrompt) -> Counted:
        """Counts a prompt, and starts an analysis if it completes a batch.

        If this crashes
        - before or in the transaction: nothing is stored, and the event is redelivered;
        - between the transaction and a task: the redelivered event finds the prompt in a queued
          batch and enqueues that. Of several batches the others are enqueued by the events of their
          own prompts, by the next analysis that ends, or by maintenance;
        - after the tasks: the event is redelivered; the task name is taken, so nothing happens.

        Raises:
            Unavailable: the database or the queue did not answer; redeliver the event.
        """
        if prompt.role != "user" or prompt.skipped or prompt.imported or problem_with(prompt.id):
            return Counted("skipped")
        counted = self._store.transact(lambda records: self._count(records, uid, prompt))
        for batch in counted.batches:
            self.enqueue(uid, batch)
        return counted

    def refresh(self, uid: str) -> Batch | None:
        """Forms a batch of all that was recorded before, and retries failed batches.

        That includes prompts whose events have not arrived yet, which then find them counted.

        Returns:
            The new batch; otherwise the newest of the retried ones; otherwise the newest of all, if
            its analysis has not ended; otherwise None.

        Raises:
            Unavailable: the database or the queue did not answer; call it again.
        """

        def form(records: Records) -> tuple[list[Batch], list[Batch]]:
            user, now = records.users.get(uid), self._clock()
            if user and not user.settings.learns:
                return [], []
            recent = unbatched(records, uid, user or records.users.new(), now)
            if not user:
                if not recent:
                    return [], []
                since = min(prompt.recorded_at for prompt in recent)
                user = records.users.new().model_copy(update={"created_at": since})
            failed = records.batches.get_many(uid, user.learning.failed, lenient=True)
            known = {batch.id for batch in failed}
            # What cannot be read now is retried once somebody has fixed it.
            others = [id_ for id_ in user.learning.failed if id_ not in known]
            learning = user.learning.model_copy(update={"failed": others})
            new = []
            pending = in_order(learning.pending, recent)[:MAX_PENDING]
            if pending and not _is_taken(records, uid, _batch_id(uid, pending)):
                learning, batch = formed(uid, learning, pending, "refresh", now)
                records.batches.create(uid, batch.id, batch)
                new = [batch]
            retried = []
            for batch in failed:
                if batch.state.ended:
                    again = requeued(batch).model_copy(update={"calls": 0})
                    learning, again = joined(learning, again, now)
                    records.batches.overwrite(uid, again.id, again)
                    retried.append(again)
            if new or retried:
                records.users.save_state(uid, updated(user, now, learning=learning))
                return new, retried
            newest = Order("createdAt", descending=True)
            latest = records.batches.query(uid, order=newest, limit=1)
            return [], [batch for batch in latest if not batch.state.ended]

        new, others = self._store.transact(form)
        for batch in (*new, *others):
            self.enqueue(uid, batch)
        return next(iter(new or others[-1:]), None)

    def redrive(self, uid: str, batch_id: str) -> bool:
        """Queues a batch that is due again, behind the user's first tries; returns if it was due.

        Its task gets a new name, because the old one stays reserved for hours. If this crashes
        - before or in the transaction: the next run of maintenance finds the batch due;
        - between the transaction and the tasks: each batch in flight becomes due again.

        Raises:
            Unreadable: the batch is malformed; its place was given to the next.
            Unavailable: the database or the queue did not answer.
        """

        def requeue(records: Records) -> list[Batch]:
            user, batch = records.learner(uid, batch_id)
            now = self._clock()
            if not batch or batch.redrive_at is None or batch.redrive_at > now:
                return []
            if not user:
                later = batch.model_copy(update={"redrive_at": now + REDRIVE_AFTER})
                records.batches.overwrite(uid, batch_id, later)
                return []
            learning, batch = joined(user.learning, requeued(batch), now)
            learning, others = advanced(records, uid, learning, now, joining=batch)
            moved = {each.id: each for each in (batch, *others)}
            for each in moved.values():
                records.batches.overwrite(uid, each.id, each)
            records.users.save_state(uid, updated(user, now, learning=learning))
            return list(moved.values())

        def pass_over(records: Records) -> list[Batch]:
            user = records.users.get(uid)
            now = self._clock()
            return (user and passed_over(records, uid, user, batch_id, UNREADABLE, now)) or []

        try:
            batches = self._store.transact(requeue)
        except Unreadable:
            for batch in self._store.transact(pass_over):
                self.enqueue(uid, batch)
            raise
        for batch in batches:
            self.enqueue(uid, batch)
        return bool(batches)

    def enqueue(self, uid: str, batch: Batch) -> None:
        """Creates the task of a batch, unless that waits in line or is not queued.

        Its name is derived from `drives`, so calling this again has no effect until the batch is
        requeued.

        Raises:
            Unavailable: the queue did not answer.
        """
        if batch.state is not BatchState.QUEUED or batch.waits_in_line:
            return
        self._tasks.enqueue(
            ANALYZE,
            derived_id("task", uid, batch.id, str(batch.drives)),
            {"uid": uid, "batchId": batch.id},
        )

    def _count(self, records: Records, uid: str, prompt: NewPrompt) -> Counted:
        user = records.users.intake(uid)
        if user is None:
            # This is either a new user without batches, or an erased one whose late event must not
            # recreate anything. The prompt's own document tells them apart.
            if records.prompts.get(uid, prompt.id) is None:
                return Counted("gone")
            new: Intake = records.users.new()
            user = new.model_copy(update={"created_at": prompt.recorded_at})
        else:
            if prompt.id in user.learning.pending:
                return Counted("duplicate")
            if _returned_after(user, prompt) and records.prompts.get(uid, prompt.id) is None:
                return Counted("gone")
            batch = batch_of(records, uid, prompt.id)
            if batch:
                return Counted("duplicate", [batch])
        since = user.learning.enabled_since
        if not user.settings.learns or (since and prompt.recorded_at < since):
            return Counted("skipped")
        now = self._clock()
        recent = unbatched(records, uid, user, now) if prompt.in_bulk else []
        learning = user.learning
        pending = in_order([*learning.pending, prompt.id], recent)
        size = min(user.settings.user_memory_analysis_interval, MAX_PENDING)
        batches: list[Batch] = []
        while len(pending) >= size:
            moment = now + len(batches) * _TICK
            learning, batch = formed(uid, learning, pending[:size], "interval", moment)
            records.batches.create(uid, batch.id, batch)
            batches.append(batch)
            pending = pending[size:]
        changed = {
            "learning": learning.model_copy(update={"pending": pending}),
            "created_at": user.created_at or now,
        }
        records.users.save_learning(uid, user.model_copy(update=changed))
        return Counted("pending" if prompt.id in pending else "batched", batches)


def formed(
    uid: str,
    learning: LearningState,
    prompt_ids: list[str],
    trigger: Literal["interval", "refresh"],
    now: datetime,
) -> tuple[LearningState, Batch]:
    """Returns the state without pending prompts, and the batch of these, both to be written."""
    batch = Batch(
        id=_batch_id(uid, prompt_ids), trigger=trigger, prompt_ids=prompt_ids, created_at=now
    )
    return joined(learning.model_copy(update={"pending": []}), batch, now)


def _batch_id(uid: str, prompt_ids: list[str]) -> str:
    return derived_id("batch", uid, *sorted(prompt_ids))


def _is_taken(records: Records, uid: str, batch_id: str) -> bool:
    """Returns whether there is a batch of the same prompts, which may be malformed."""
    try:
        return records.batches.get(uid, batch_id) is not None
    except Unreadable:
        return True


def batch_of(records: Records, uid: str, prompt_id: str) -> Batch | None:
    """Returns the batch that contains a prompt; there is never more than one."""
    return next(
        iter(records.batches.query(uid, Where("promptIds", "array_contains", prompt_id), limit=1)),
        None,
    )


def _returned_after(user: Intake, prompt: NewPrompt) -> bool:
    return user.created_at is not None and prompt.recorded_at < user.created_at

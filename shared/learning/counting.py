"""Counting: each prompt exactly once, whatever is delivered how often and in which order.

A prompt is in one place only: waiting in `learning.pending`, or listed in one batch. Both are
read and written in one transaction, so a repeated event finds it and changes nothing. A batch is
its own outbox: it is stored as queued with the moment at which maintenance enqueues it again, and
only then is its task created.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from shared.base.clock import Clock
from shared.base.ids import derived_id
from shared.documents.learning import MAX_PENDING, Batch, BatchState, SkipReason
from shared.documents.user import UserState
from shared.learning.claims import driven_again
from shared.ports import Records, Store, Tasks, Where
from shared.profile.user_state import updated

ANALYZE = "analyze_batch"
"""The function that analyses a batch."""
REDRIVE_AFTER = timedelta(minutes=15)
"""How long a batch may wait for its task before maintenance enqueues it again."""


@dataclass(frozen=True)
class NewPrompt:
    """A prompt as the event tells of it.

    Attributes:
        recorded_at: when the database created its document.
        skipped: why the recorder said it is not to be analysed, if it did.
    """

    id: str
    recorded_at: datetime
    role: str = "user"
    skipped: SkipReason | None = None


@dataclass(frozen=True)
class Counted:
    """What counting did. `batch` is the one that was formed, or that holds the prompt already."""

    outcome: Literal["pending", "batched", "duplicate", "skipped", "gone"]
    batch: Batch | None = None


class Counter:
    """Turns new prompts into batches, and batches into tasks."""

    def __init__(self, store: Store, tasks: Tasks, clock: Clock) -> None:
        self._store = store
        self._tasks = tasks
        self._clock = clock

    def count(self, uid: str, prompt: NewPrompt) -> Counted:
        """Counts one prompt, and starts an analysis when it completes a batch.

        If it stops
        - before or in the transaction: nothing is stored; the event comes again;
        - after the transaction, before the task: the event comes again, finds the prompt in a
          queued batch and enqueues that; and so does maintenance, should no event come;
        - after the task: the event comes again; the task's name is taken, nothing happens.

        Raises:
            Unavailable: the database or the queue did not answer; deliver the event again.
        """
        if prompt.role != "user" or prompt.skipped:
            return Counted("skipped")
        counted = self._store.transact(lambda records: self._count(records, uid, prompt))
        if counted.batch and counted.batch.state == BatchState.QUEUED:
            self.enqueue(uid, counted.batch)
        return counted

    def refresh(self, uid: str) -> Batch | None:
        """Forms a batch of what is pending now, and tries failed batches again.

        Returns:
            The batch that was formed, else the newest of those tried again, else None.

        Raises:
            Unavailable: the database or the queue did not answer; call again.
        """

        def form(records: Records) -> list[Batch]:
            user = records.users.get(uid)
            if not user or not user.settings.learns:
                return []
            again = records.batches.get_many(uid, user.learning.failed)
            due = self._clock() + REDRIVE_AFTER
            batches = [driven_again(batch, due) for batch in again if batch.state.ended]
            learning = user.learning.model_copy(update={"failed": []})
            user = updated(user, self._clock(), learning=learning)
            for batch in batches:
                records.batches.put(uid, batch.id, batch)
            if user.learning.pending:
                batches.append(self._form(records, uid, user, user.learning.pending, "refresh"))
            elif batches:
                records.users.put(uid, user)
            return batches

        batches = self._store.transact(form)
        for batch in batches:
            self.enqueue(uid, batch)
        return batches[-1] if batches else None

    def enqueue(self, uid: str, batch: Batch) -> None:
        """Creates the task of a batch.

        Its name is taken after the first time; a re-drive, which has counted `drives` up, makes
        another.

        Raises:
            Unavailable: the queue did not answer.
        """
        self._tasks.enqueue(
            ANALYZE,
            derived_id("task", uid, batch.id, str(batch.drives)),
            {"uid": uid, "batchId": batch.id},
        )

    def _count(self, records: Records, uid: str, prompt: NewPrompt) -> Counted:
        user = records.users.get(uid)
        if user is None:
            # A newcomer, who has no batches, or somebody erased, whose late event must not revive
            # anything: the prompt's own document tells.
            if records.prompts.get(uid, prompt.id) is None:
                return Counted("gone")
            user = UserState().model_copy(update={"created_at": prompt.recorded_at})
        else:
            if prompt.id in user.learning.pending:
                return Counted("duplicate")
            if _came_back_after(user, prompt) and records.prompts.get(uid, prompt.id) is None:
                return Counted("gone")
            batch = batch_of(records, uid, prompt.id)
            if batch:
                return Counted("duplicate", batch)
        since = user.learning.enabled_since
        if not user.settings.learns or (since and prompt.recorded_at < since):
            return Counted("skipped")
        pending = [*user.learning.pending, prompt.id]
        if len(pending) >= min(user.settings.user_memory_analysis_interval, MAX_PENDING):
            return Counted("batched", self._form(records, uid, user, pending, "interval"))
        learning = user.learning.model_copy(update={"pending": pending})
        records.users.put(uid, updated(user, self._clock(), learning=learning))
        return Counted("pending")

    def _form(
        self,
        records: Records,
        uid: str,
        user: UserState,
        prompt_ids: list[str],
        trigger: Literal["interval", "refresh"],
    ) -> Batch:
        now = self._clock()
        batch = Batch(
            id=derived_id("batch", uid, *sorted(prompt_ids)),
            trigger=trigger,
            prompt_ids=prompt_ids,
            created_at=now,
            redrive_at=now + REDRIVE_AFTER,
        )
        learning = user.learning.model_copy(update={"pending": []})
        records.batches.create(uid, batch.id, batch)
        records.users.put(uid, updated(user, now, learning=learning))
        return batch


def batch_of(records: Records, uid: str, prompt_id: str) -> Batch | None:
    """The batch that holds a prompt; there is never more than one."""
    return next(
        iter(records.batches.find(uid, Where("promptIds", "array_contains", prompt_id), limit=1)),
        None,
    )


def _came_back_after(user: UserState, prompt: NewPrompt) -> bool:
    return user.created_at is not None and prompt.recorded_at < user.created_at

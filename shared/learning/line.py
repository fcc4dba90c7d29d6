"""A user's line: few of a user's batches have a task, and the others wait their turn.

Without it, one user's thousand batches would stand in the task queue ahead of everybody else's. A
batch that ends gives its place to the next one in the same transaction. So whenever a batch waits,
`in_flight` is full, and every batch in it has a time at which maintenance looks after it: nothing
that waits needs one of its own.
"""

from datetime import datetime, timedelta

from shared.documents.learning import MAX_IN_FLIGHT, Batch, BatchState, LearningState
from shared.ports import Order, Records

REDRIVE_AFTER = timedelta(minutes=15)
"""How long a batch may wait for its task before maintenance requeues it."""
_BEHIND = timedelta(hours=1)
"""How far a retry stands behind the first tries that join the line at the same time."""


def joined(learning: LearningState, batch: Batch, now: datetime) -> tuple[LearningState, Batch]:
    """Returns both with the batch in flight, or at its place in the line if that is full.

    A batch that already had a place gives it up first, so a retry stands behind first tries.
    """
    learning = left(learning, batch.id)
    if learning.waiting or len(learning.in_flight) >= MAX_IN_FLIGHT:
        since = now + _BEHIND if batch.drives else now
        learning = learning.model_copy(update={"waiting": learning.waiting + 1})
        return learning, batch.model_copy(update={"waiting_since": since, "redrive_at": None})
    learning = learning.model_copy(update={"in_flight": [*learning.in_flight, batch.id]})
    return learning, _in_flight(batch, now)


def left(learning: LearningState, batch_id: str) -> LearningState:
    """Returns the state without the batch in flight; `advanced` gives its place to the next."""
    return learning.model_copy(
        update={"in_flight": [id_ for id_ in learning.in_flight if id_ != batch_id]}
    )


def advanced(
    records: Records, uid: str, learning: LearningState, now: datetime
) -> tuple[LearningState, list[Batch]]:
    """Gives free places to the batches that have waited longest.

    It reads only if a batch waits and a place is free, and writes nothing: the caller writes the
    state and the batches, and creates their tasks after the commit.
    """
    free = min(MAX_IN_FLIGHT - len(learning.in_flight), learning.waiting)
    if free <= 0:
        return learning, []
    found = records.batches.query(uid, order=Order("waitingSince"), limit=free)
    still_waiting = learning.waiting - len(found) if len(found) == free else 0
    learning = learning.model_copy(
        update={
            "in_flight": [*learning.in_flight, *(batch.id for batch in found)],
            "waiting": still_waiting,
        }
    )
    return learning, [_in_flight(batch, now) for batch in found]


def with_a_task(records: Records, uid: str, learning: LearningState) -> list[Batch]:
    """Returns the batches in flight that wait for their task to start.

    A process may have died before it created those tasks.
    """
    found = records.batches.get_many(uid, learning.in_flight)
    return [batch for batch in found if batch.state is BatchState.QUEUED]


def _in_flight(batch: Batch, now: datetime) -> Batch:
    return batch.model_copy(update={"waiting_since": None, "redrive_at": now + REDRIVE_AFTER})

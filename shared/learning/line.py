"""A user's line: few of a user's batches have a task, and the others wait their turn.

Without it, one user's thousand batches would stand in the task queue ahead of everybody else's. A
batch that ends gives its place to the next one in the same transaction. So whenever a batch waits,
`in_flight` is full, and every batch in it has a time at which maintenance looks after it: nothing
that waits needs one of its own.

Batches of imports have a line of their own, with one place, so that years of old conversations
never keep what the user says now from being learned. There the newest words come first: they matter
most.
"""

from datetime import datetime, timedelta

from shared.documents.learning import (
    MAX_IN_FLIGHT,
    Batch,
    BatchError,
    BatchState,
    LearningState,
)
from shared.documents.user import UserState
from shared.ports import Order, Records
from shared.profile.user_state import updated

REDRIVE_AFTER = timedelta(minutes=15)
"""How long a batch may wait for its task before maintenance requeues it."""
MOST_MALFORMED = 200
"""How many malformed batches leave the line at once."""
_BEHIND = timedelta(hours=1)
"""How far a retry stands behind the first tries that join the line at the same time."""


def joined(learning: LearningState, batch: Batch, now: datetime) -> tuple[LearningState, Batch]:
    """Returns both with the batch in flight, or at its place in the line if that is full.

    A batch that already had a place gives it up first, so a retry stands behind first tries.
    """
    learning = left(learning, batch.id)
    if batch.import_id is not None:
        return _joined_imports(learning, batch, now)
    if learning.waiting or len(learning.in_flight) >= MAX_IN_FLIGHT:
        since = now + _BEHIND if batch.drives else now
        learning = learning.model_copy(update={"waiting": learning.waiting + 1})
        return learning, batch.model_copy(update={"waiting_since": since, "redrive_at": None})
    learning = learning.model_copy(update={"in_flight": [*learning.in_flight, batch.id]})
    return learning, _in_flight(batch, now)


def left(learning: LearningState, batch_id: str) -> LearningState:
    """Returns the state without the batch in flight; `advanced` gives its place to the next."""
    imports = learning.imports
    if imports.in_flight == batch_id:
        imports = imports.model_copy(update={"in_flight": None})
    others = [id_ for id_ in learning.in_flight if id_ != batch_id]
    return learning.model_copy(update={"in_flight": others, "imports": imports})


def finished(learning: LearningState, batch: Batch) -> LearningState:
    """Returns the state without a batch that has ended, for good or until it is retried."""
    learning = left(learning, batch.id)
    if batch.import_id is None or batch.redrive_at is not None:
        return learning
    messages = dict(learning.imports.messages)
    remaining = messages.pop(batch.import_id, 0) - len(batch.prompt_ids)
    if remaining > 0:
        messages[batch.import_id] = remaining
    imports = learning.imports.model_copy(update={"messages": messages})
    return learning.model_copy(update={"imports": imports})


def _joined_imports(
    learning: LearningState, batch: Batch, now: datetime
) -> tuple[LearningState, Batch]:
    imports = learning.imports
    if imports.in_flight is not None:
        imports = imports.model_copy(update={"waiting": imports.waiting + 1})
        update = {"import_place": batch.import_place or now, "redrive_at": None}
        batch = batch.model_copy(update=update)
    else:
        imports = imports.model_copy(update={"in_flight": batch.id})
        batch = _in_flight(batch, now)
    return learning.model_copy(update={"imports": imports}), batch


def advanced(
    records: Records,
    uid: str,
    learning: LearningState,
    now: datetime,
    *,
    joining: Batch | None = None,
) -> tuple[LearningState, list[Batch]]:
    """Gives free places to the batches that have waited longest.

    It reads only if a batch waits and a place is free. The caller, whose reads must come before,
    writes the state and the batches, and creates their tasks after the commit.

    If too few batches can be read, the others in line are malformed. Those become due here, since
    maintenance tells its operators about what it cannot read.

    Args:
        records: the transaction.
        uid: the user.
        learning: the user's state.
        now: the current time.
        joining: the batch that has just `joined` the line and is not written yet. It comes after
            all others.
    """
    learning, imported = _advanced_imports(records, uid, learning, now)
    free = min(MAX_IN_FLIGHT - len(learning.in_flight), learning.waiting)
    if free <= 0:
        return learning, imported
    stored = records.batches.query(uid, order=Order("waitingSince"), limit=free)
    found = {batch.id: batch for batch in stored}
    is_short = len(found) < free
    waiting = 0 if is_short else learning.waiting - len(found)
    if joining and joining.waiting_since and (is_short or joining.id in found):
        found[joining.id] = joining
    if is_short:
        malformed = [id_ for id_ in _in_line(records, uid) if id_ not in found]
        for id_ in malformed:
            records.batches.update_fields(uid, id_, {"waitingSince": None, "redriveAt": now})
    learning = learning.model_copy(
        update={
            "in_flight": [*learning.in_flight, *found],
            "waiting": waiting,
        }
    )
    return learning, [*(_in_flight(batch, now) for batch in found.values()), *imported]


def _advanced_imports(
    records: Records, uid: str, learning: LearningState, now: datetime
) -> tuple[LearningState, list[Batch]]:
    """Gives the free place of the line of imports to the batch with the newest words."""
    imports = learning.imports
    if imports.in_flight is not None or not imports.waiting:
        return learning, []
    newest = Order("importPlace", descending=True)
    found = records.batches.query(uid, order=newest, limit=1)
    update = {
        "in_flight": found[0].id if found else None,
        # Where none is found, those in line are malformed: nothing can be learned from them.
        "waiting": imports.waiting - 1 if found else 0,
    }
    learning = learning.model_copy(update={"imports": imports.model_copy(update=update)})
    return learning, [_in_flight(batch, now) for batch in found]


def _in_line(records: Records, uid: str) -> list[str]:
    found = records.batches.cursors(uid, order=Order("waitingSince"), limit=MOST_MALFORMED)
    return [cursor.id for cursor in found]


def passed_over(
    records: Records, uid: str, user: UserState, batch_id: str, problem: BatchError, now: datetime
) -> list[Batch]:
    """Gives the place of a batch that is malformed, or gone, to the next; returns what moved up.

    Nothing is written to the batch itself. It stays due, so that maintenance reports it, and
    queues it once somebody has mended it.
    """
    if batch_id not in (*user.learning.in_flight, user.learning.imports.in_flight):
        return []
    learning, others = advanced(records, uid, left(user.learning, batch_id), now)
    learning = learning.model_copy(update={"last_error": problem})
    for each in others:
        records.batches.overwrite(uid, each.id, each)
    records.users.save_state(uid, updated(user, now, learning=learning))
    return others


def with_a_task(records: Records, uid: str, learning: LearningState) -> list[Batch]:
    """Returns the batches in flight that wait for their task to start.

    A process may have died before it created those tasks.
    """
    imported = learning.imports.in_flight
    ids = [*learning.in_flight, *([imported] if imported else [])]
    found = records.batches.get_many(uid, ids, lenient=True)
    return [batch for batch in found if batch.state is BatchState.QUEUED]


def _in_flight(batch: Batch, now: datetime) -> Batch:
    update = {"waiting_since": None, "import_place": None, "redrive_at": now + REDRIVE_AFTER}
    return batch.model_copy(update=update)

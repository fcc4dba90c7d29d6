"""Leases on a batch: who may analyze it now. The rules are pure; `AnalysisWorker` applies them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from shared.base.errors import Unavailable
from shared.base.fields import MAX_COUNT
from shared.documents.learning import Batch, BatchError, BatchState

MAX_ATTEMPTS = 5
"""How often a batch is tried, each time it is queued, before it is recorded as failed."""
MAX_CALLS = 25
"""How many calls to a model a batch may cost, splits and retries together, until the user asks for
another try. Calls that certainly cost nothing do not count."""
MAX_DRIVES = 24
"""How often a failed batch is requeued before maintenance leaves it to the user's refresh."""
RETRY_FAILED_AFTER = timedelta(hours=1)
"""How long after a temporary failure maintenance requeues a batch."""


@dataclass(frozen=True)
class Execution:
    """One attempt at a task.

    Attributes:
        task: the task's name.
        number: how often the queue had tried it before.
    """

    task: str = ""
    number: int = 0


def is_held(batch: Batch, execution: Execution, now: datetime) -> bool:
    """Returns whether another worker holds the lease.

    A lease holds until it expires. A later execution of the same task may take it over earlier,
    since it proves that the earlier worker did not answer. That of another task, which maintenance
    has enqueued meanwhile, proves nothing.
    """
    running = batch.state is BatchState.RUNNING and batch.lease_until is not None
    repeated = execution.task == batch.task and execution.number > batch.execution
    return running and now < (batch.lease_until or now) and not repeated


def with_lease(
    batch: Batch, execution: Execution, now: datetime, lease: timedelta, token: str, analyzer: str
) -> Batch:
    """Returns the batch, leased to the worker with this token.

    Raises:
        Unavailable: another worker holds the lease.
    """
    if is_held(batch, execution, now):
        raise Unavailable(
            "This batch is already being analyzed.", [{"reason": "LEASED"}], retry_after=5
        )
    return batch.model_copy(
        update={
            "state": BatchState.RUNNING,
            "attempts": min(batch.attempts + 1, MAX_COUNT),
            "task": execution.task,
            "execution": execution.number,
            "lease": token,
            "lease_until": now + lease,
            "started_at": batch.started_at or now,
            "redrive_at": now + 2 * lease,
            "analyzer": analyzer,
        }
    )


def released(batch: Batch, error: BatchError, redrive_at: datetime | None) -> Batch:
    """Returns the batch queued for a retry, with the error that it has to wait for."""
    return batch.model_copy(
        update={
            "state": BatchState.QUEUED,
            "error": error,
            "lease": None,
            "lease_until": None,
            "redrive_at": redrive_at,
        }
    )


def failed(batch: Batch, error: BatchError, now: datetime, *, may_pass: bool) -> Batch:
    """Returns the batch as failed.

    If the failure `may_pass` by itself, like an outage, maintenance retries the batch for a day.
    """
    retry = may_pass and batch.drives < MAX_DRIVES and has_calls_left(batch)
    return batch.model_copy(
        update={
            "state": BatchState.FAILED,
            "error": error,
            "finished_at": now,
            "lease": None,
            "lease_until": None,
            "redrive_at": now + RETRY_FAILED_AFTER if retry else None,
        }
    )


def has_attempts_left(batch: Batch) -> bool:
    """Returns whether the batch may be tried again before it is recorded as failed."""
    return batch.attempts < MAX_ATTEMPTS * (batch.drives + 1)


def has_calls_left(batch: Batch) -> bool:
    """Returns whether another call to a model may be paid for the batch."""
    return batch.calls < MAX_CALLS


def requeued(batch: Batch) -> Batch:
    """Returns the batch queued again, for a task with a new name; `line.joined` places it."""
    return batch.model_copy(
        update={
            "state": BatchState.QUEUED,
            "drives": min(batch.drives + 1, MAX_COUNT),
            "lease": None,
            "lease_until": None,
            "finished_at": None,
        }
    )

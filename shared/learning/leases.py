"""Claims on a batch: who may analyse it now. Pure rules; `AnalysisWorker` applies them."""

from datetime import datetime, timedelta

from shared.base.errors import Unavailable
from shared.documents.learning import Batch, BatchError, BatchState

MAX_ATTEMPTS = 5
"""Claims per drive after which a batch whose analysis keeps failing is recorded as failed."""
MAX_DRIVES = 24
"""Drives after which maintenance leaves a failed batch to the user's refresh."""
RETRY_FAILED_AFTER = timedelta(hours=1)
"""How long after a passing failure maintenance tries a batch again."""


def is_held(batch: Batch, execution: int, now: datetime) -> bool:
    """Whether another worker holds the batch.

    A claim holds until its lease ends; but a later execution of the same task proves that the
    queue got no answer from the worker of the earlier one.
    """
    running = batch.state is BatchState.RUNNING and batch.lease_until is not None
    return running and now < (batch.lease_until or now) and execution <= batch.execution


def claimed(
    batch: Batch, execution: int, now: datetime, lease: timedelta, token: str, analyzer: str
) -> Batch:
    """The batch in the hands of the worker with this token.

    Raises:
        Unavailable: another worker holds it.
    """
    if is_held(batch, execution, now):
        raise Unavailable(
            "This batch is being analysed already.", [{"reason": "LEASED"}], retry_after=5
        )
    return batch.model_copy(
        update={
            "state": BatchState.RUNNING,
            "attempts": batch.attempts + 1,
            "execution": execution,
            "lease": token,
            "lease_until": now + lease,
            "started_at": batch.started_at or now,
            "redrive_at": now + 2 * lease,
            "analyzer": analyzer,
        }
    )


def released(batch: Batch, error: BatchError, redrive_at: datetime | None) -> Batch:
    """The batch waiting for another try, with the reason for the wait."""
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
    """The batch recorded as failed.

    What may pass by itself, such as an outage, is tried again by maintenance for a day.
    """
    again = may_pass and batch.drives < MAX_DRIVES
    return batch.model_copy(
        update={
            "state": BatchState.FAILED,
            "error": error,
            "finished_at": now,
            "lease": None,
            "lease_until": None,
            "redrive_at": now + RETRY_FAILED_AFTER if again else None,
        }
    )


def has_attempts_left(batch: Batch) -> bool:
    """Whether this drive of the batch may try once more."""
    return batch.attempts < MAX_ATTEMPTS * (batch.drives + 1)


def driven_again(batch: Batch, redrive_at: datetime) -> Batch:
    """The batch queued anew, for a task of another name."""
    return batch.model_copy(
        update={
            "state": BatchState.QUEUED,
            "drives": batch.drives + 1,
            "lease": None,
            "lease_until": None,
            "finished_at": None,
            "redrive_at": redrive_at,
        }
    )

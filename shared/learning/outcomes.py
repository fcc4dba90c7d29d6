"""What a finished analysis leaves in its batch and in the user's state. All of it is pure."""

from datetime import datetime
from typing import TYPE_CHECKING

from shared.base.errors import RekindleError
from shared.base.fields import MAX_SENTENCE, MAX_TEXT
from shared.documents.decisions import Decision, Outcome, Reason
from shared.documents.learning import (
    MAX_FAILED,
    Batch,
    BatchError,
    BatchState,
    BatchUsage,
    LastBatch,
    LearningState,
)
from shared.learning.analyzer import NOT_READ, LeftOut

if TYPE_CHECKING:
    from shared.learning.merging import Merged

LEARNING_OFF = BatchError(
    reason="LEARNING_OFF",
    message="Learning was switched off before this batch was analyzed. "
    "Switch it on again, then analyze the batch with POST /v1/profile/refresh.",
)

CRASHED = BatchError(
    reason="CRASHED",
    message="Every attempt at this analysis was cut short. The service's log says why.",
)

UNREADABLE = BatchError(
    reason="UNREADABLE",
    message="A stored batch is malformed or gone, so it was passed over. Another program wrote to "
    "it; once its document is mended, it is analyzed.",
)

_WHY_LEFT_OUT = {
    "REFUSED": Reason.REFUSED,
    NOT_READ: Reason.NOT_READ,
    CRASHED.reason: Reason.CRASHED,
}


def refused(error: RekindleError) -> BatchError:
    """Returns the problem of a batch whose result the database will never take."""
    reasons = (detail["reason"] for detail in error.details if "reason" in detail)
    return BatchError(
        reason=next(reasons, error.status),
        message=f"The result could not be stored: {error.message}"[:MAX_TEXT],
    )


def decision_on(left_out: LeftOut) -> Decision:
    """Returns the decision that records why a message was left out."""
    return Decision(
        kind="message",
        outcome=Outcome.REJECTED,
        reason=_WHY_LEFT_OUT.get(left_out.reason, Reason.TOO_LONG),
        description=left_out.message[:MAX_SENTENCE],
        prompt_id=left_out.prompt_id,
    )


def done(leased: Batch, now: datetime, merged: "Merged", version: int | None) -> Batch:
    """Returns the batch as analyzed.

    Args:
        leased: the batch, with what its analysis has used.
        now: the current time.
        merged: the decisions.
        version: the profile version that it created, if it changed the profile.
    """
    return leased.model_copy(
        update={
            "state": BatchState.DONE,
            "finished_at": now,
            "decisions": merged.decisions,
            "error": None,
            "usage": leased.usage or BatchUsage(),
            "lease": None,
            "lease_until": None,
            "redrive_at": None,
            "version": version,
        }
    )


def after_success(
    learning: LearningState, batch: Batch, now: datetime, merged: "Merged"
) -> LearningState:
    """Returns the state after an analysis."""
    accepted = sum(decision.accepted for decision in merged.decisions)
    unsure = sum(decision.reason == Reason.LOW_CONFIDENCE for decision in merged.decisions)
    unread = sum(decision.reason == Reason.NOT_READ for decision in merged.decisions)
    last = LastBatch(
        id=batch.id,
        state=batch.state,
        finished_at=now,
        accepted=accepted,
        low_confidence=unsure,
        not_read=unread,
    )
    return learning.model_copy(
        update={
            "failed": [id_ for id_ in learning.failed if id_ != batch.id],
            "last_batch": last,
            "last_error": None,
        }
    )


def after_failure(
    learning: LearningState, batch: Batch, now: datetime, problem: BatchError
) -> LearningState:
    """Returns the state after a batch has failed, so that a refresh can retry it."""
    others = [id_ for id_ in learning.failed if id_ != batch.id]
    return learning.model_copy(
        update={
            "failed": [*others, batch.id][-MAX_FAILED:],
            "last_batch": LastBatch(id=batch.id, state=batch.state, finished_at=now),
            "last_error": problem,
        }
    )

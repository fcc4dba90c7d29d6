"""Prompts, batches, and what a user's document keeps about learning."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from shared.base.model import Model, Timestamp
from shared.documents.decisions import Decision

MAX_PENDING = 500
"""Prompts that may wait for analysis. Far above any interval; the document stays small."""
MAX_FAILED = 20
"""Failed batches that a refresh tries again, the newest."""


class PromptState(StrEnum):
    """Where a prompt is on its way."""

    PENDING = "pending"
    BATCHED = "batched"
    ANALYZED = "analyzed"
    SKIPPED = "skipped"
    FAILED = "failed"


class BatchState(StrEnum):
    """Where a batch is on its way."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

    @property
    def ended(self) -> bool:
        """Whether its task has nothing more to do. A failed one may be enqueued anew."""
        return self in (BatchState.DONE, BatchState.FAILED)


class SkipReason(StrEnum):
    """Why a recorded message is never analysed."""

    LEARNING_OFF = "learning_off"
    NOT_THE_USER = "not_the_user"
    EMPTY = "empty"


class Prompt(Model):
    """One message, `users/{uid}/prompts/{id}`. Written once, never changed.

    Attributes:
        content: what was said, secrets masked.
        role: who said it; only the user's own words are learned from.
        created_at: when it was said, as the client tells.
        recorded_at: when it reached Rekindle.
        skipped: why it will not be analysed, if so.
    """

    id: str
    content: str
    role: Literal["user", "assistant", "system", "tool"] = "user"
    session_id: str | None = None
    created_at: Timestamp
    recorded_at: Timestamp
    skipped: SkipReason | None = None


class BatchError(Model):
    """Why a batch is not done."""

    reason: str
    message: str


class Spent(Model):
    """What analyses consumed; cost in US dollars."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0


class DaySpent(Spent):
    """What a user's analyses consumed on one day (UTC)."""

    day: str


class BatchUsage(Spent):
    """What the analysis of a batch consumed."""


class Batch(Model):
    """The prompts of one analysis, `users/{uid}/batches/{id}`: outbox, lease and account in one.

    Attributes:
        trigger: what formed it: the interval, or a refresh asked for.
        attempts: how often a worker has claimed it.
        drives: how often maintenance has enqueued it again.
        execution: the try of its task, from 0, by which it was last claimed.
        lease: the claim in force; a worker whose claim was taken over writes nothing.
        lease_until: when the claim may be taken over.
        redrive_at: when maintenance enqueues the batch again; absent once nothing more will happen.
        version: the profile's version that came of it, if it changed the profile.
    """

    id: str
    state: BatchState = BatchState.QUEUED
    trigger: Literal["interval", "refresh"] = "interval"
    prompt_ids: list[str]
    created_at: Timestamp
    started_at: Timestamp | None = None
    finished_at: Timestamp | None = None
    attempts: int = 0
    drives: int = 0
    execution: int = 0
    lease: str | None = None
    lease_until: Timestamp | None = None
    redrive_at: Timestamp | None = None
    analyzer: str | None = None
    decisions: list[Decision] = []
    error: BatchError | None = None
    usage: BatchUsage | None = None
    version: int | None = None

    def public(self) -> dict[str, Any]:
        """What its user sees of it: all but the machinery of claims and re-drives."""
        return self.model_dump(
            mode="json",
            by_alias=True,
            exclude_none=True,
            exclude={"lease", "lease_until", "redrive_at", "execution", "drives"},
        )


class LastBatch(Model):
    """The newest batch that ended, for the status."""

    id: str
    state: BatchState
    finished_at: Timestamp
    accepted: int = 0


class LearningState(Model):
    """What `users/{uid}.learning` keeps: the prompts that wait, and how the last batch went.

    Attributes:
        pending: ids of the prompts counted and not yet in a batch, oldest first. A set: counting
            the same prompt again changes nothing.
        failed: ids of the last batches that failed; a refresh tries them again.
        spent: what the analyses of the last day with any consumed.
        spent_total: what all of the user's analyses consumed so far.
        enabled_since: when learning was last switched on; what was recorded earlier and is not
            counted by then never will be.
    """

    pending: Annotated[list[str], Field(max_length=MAX_PENDING)] = []
    enabled_since: Timestamp | None = None
    failed: Annotated[list[str], Field(max_length=MAX_FAILED)] = []
    last_batch: LastBatch | None = None
    last_error: BatchError | None = None
    spent: DaySpent | None = None
    spent_total: Spent = Spent()

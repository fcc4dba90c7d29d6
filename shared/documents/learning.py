"""Prompts, batches, and the learning state in a user's document."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from shared.base.fields import MAX_LABEL, MAX_TEXT, Count, Identifier, PromptContent
from shared.base.model import Model, Timestamp
from shared.documents.decisions import Decision

MAX_PENDING = 500
"""Maximum number of pending prompts: far above any interval, yet the document stays small."""
MAX_FAILED = 20
"""How many failed batches, the newest, a refresh retries."""
MAX_IN_FLIGHT = 2
"""How many of a user's batches have a task at the same time; the others wait in line, so that one
user's learning does not delay another's."""


MAX_IMPORTS = 50
"""How many imports may wait to be analyzed at the same time."""
MAX_DECISIONS = 1000
"""The most decisions of a batch: one per candidate, and one per item that had to make room."""
MAX_TOKENS = 10**15
MAX_COST = 1e9
"""In US dollars."""


class PromptState(StrEnum):
    """How far a prompt has been processed."""

    PENDING = "pending"
    BATCHED = "batched"
    ANALYZED = "analyzed"
    SKIPPED = "skipped"
    FAILED = "failed"


class BatchState(StrEnum):
    """How far a batch has been processed."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"

    @property
    def ended(self) -> bool:
        """Whether the batch's task has nothing left to do. A failed batch may be requeued."""
        return self in (BatchState.DONE, BatchState.FAILED)


class SkipReason(StrEnum):
    """Why a recorded message is never analyzed."""

    LEARNING_OFF = "learning_off"
    NOT_THE_USER = "not_the_user"
    EMPTY = "empty"


class Prompt(Model):
    """A message, `users/{uid}/prompts/{id}`. Written once, never changed.

    Attributes:
        content: the text, with secrets masked.
        role: who said it; only the user's own words are learned from.
        created_at: when it was said, according to the client.
        recorded_at: when it was recorded; of an imported one, when it was said.
        skipped: why it will not be analyzed; None if it will.
        request: the digest of the keyed request that recorded it; see `shared.base.repeats`.
        connection: the id of the connection that recorded it; None if it was the user's own app.
        made_at: when a connection imported it, whatever it claims in `recorded_at`.
        traceparent: the span that recorded it, which its event and analysis continue or link to;
            None if nothing is traced. Firestore's events carry none of their own.
        batch: the batch that an import put it into, so that nobody counts it; None otherwise.
        in_bulk: True if its request recorded others, whose events may come in any order.
    """

    id: Identifier
    content: PromptContent
    role: Literal["user", "assistant", "system", "tool"] = "user"
    session_id: Identifier | None = None
    created_at: Timestamp
    recorded_at: Timestamp
    skipped: SkipReason | None = None
    request: Identifier | None = None
    connection: Identifier | None = None
    made_at: Timestamp | None = None
    traceparent: Annotated[str, Field(max_length=MAX_LABEL)] | None = None
    batch: Identifier | None = None
    in_bulk: Literal[True] | None = None


class BatchError(Model):
    """Why a batch failed or has to wait.

    `detail` says where and how a model's answer was invalid. The next attempt tells the model.
    """

    reason: Annotated[str, Field(max_length=MAX_LABEL)]
    message: Annotated[str, Field(max_length=MAX_TEXT)]
    detail: Annotated[str, Field(max_length=MAX_TEXT)] | None = None


class Spent(Model):
    """Tokens used by analyses, and their cost in US dollars."""

    prompt_tokens: Annotated[int, Field(ge=0, le=MAX_TOKENS)] = 0
    completion_tokens: Annotated[int, Field(ge=0, le=MAX_TOKENS)] = 0
    cost: Annotated[float, Field(ge=0, le=MAX_COST)] = 0.0


class DaySpent(Spent):
    """What a user's analyses used on one day (UTC)."""

    day: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$")]


class DayBooked(DaySpent):
    """What is booked for one day: what was used, and what may still be.

    Attributes:
        reserved: US dollars set aside for calls whose cost is not known yet, for calls whose worker
            died, and for what the same user's account had booked before it was erased today.
    """

    reserved: Annotated[float, Field(ge=0, le=MAX_COST)] = 0.0


class BatchUsage(Spent):
    """What the analysis of one batch used, failed attempts included."""


class Batch(Model):
    """The prompts of one analysis, `users/{uid}/batches/{id}`: outbox, lease and record in one.

    `drives` and `redrive_at` keep their stored names; prose calls it requeuing.

    Attributes:
        trigger: what formed the batch: the interval, an explicit refresh, or an import.
        prompt_ids: its prompts. Once it was claimed, they are in the order in which they were said,
            and at the same time, in which they were recorded.
        attempts: how often a worker has leased it.
        drives: how often it has been requeued, by maintenance or a refresh.
        task: the name of the task that last leased it; empty if that had none.
        execution: the attempt of that task, counted from 0.
        lease: the token of the current lease; a worker whose lease was taken over writes nothing.
        lease_until: when the lease expires and may be taken over.
        redrive_at: when maintenance requeues the batch; absent when that will not happen.
        waiting_since: the batch's place in the user's line, while it has no task; the earliest is
            next. A retry's place is an hour later than the time at which it joined.
        import_id: the import that its prompts come from; None if they were recorded here.
        import_place: the place of an imported batch in its line, while it has no task: when its
            newest prompt was said. The newest is next.
        calls: how many calls to a model were booked for it since the user last asked for it.
        version: the profile version that the batch created, if it changed the profile.
    """

    id: Identifier
    state: BatchState = BatchState.QUEUED
    trigger: Literal["interval", "refresh", "import"] = "interval"
    prompt_ids: Annotated[list[Identifier], Field(max_length=MAX_PENDING)]
    created_at: Timestamp
    started_at: Timestamp | None = None
    finished_at: Timestamp | None = None
    attempts: Count = 0
    drives: Count = 0
    task: Annotated[str, Field(max_length=MAX_LABEL)] = ""
    execution: Count = 0
    lease: Identifier | None = None
    lease_until: Timestamp | None = None
    redrive_at: Timestamp | None = None
    waiting_since: Timestamp | None = None
    import_id: Identifier | None = None
    import_place: Timestamp | None = None
    calls: Count = 0
    analyzer: Annotated[str, Field(max_length=MAX_LABEL)] | None = None
    decisions: Annotated[list[Decision], Field(max_length=MAX_DECISIONS)] = []
    error: BatchError | None = None
    usage: BatchUsage | None = None
    version: Count | None = None

    @property
    def waits_in_line(self) -> bool:
        """Whether it has no task yet, since others come before it."""
        return self.waiting_since is not None or self.import_place is not None


class LastBatch(Model):
    """The batch that finished last, for the status.

    Attributes:
        accepted: how many of its candidates became part of the profile.
        low_confidence: how many were rejected for low confidence.
        not_read: how many of its messages are in a language that the analyzer does not read.
    """

    id: Identifier
    state: BatchState
    finished_at: Timestamp
    accepted: Count = 0
    low_confidence: Count = 0
    not_read: Count = 0


class ImportLine(Model):
    """The line of the batches of imports, beside that of what is recorded here.

    Attributes:
        in_flight: the id of the batch that has a task; only one has.
        waiting: how many batches wait in line; if there are any, one is in flight.
        messages: how many messages of each import are still to be analyzed.
    """

    in_flight: Identifier | None = None
    waiting: Count = 0
    messages: Annotated[dict[Identifier, Count], Field(max_length=MAX_IMPORTS)] = {}


class LearningState(Model):
    """`users/{uid}.learning`: the pending prompts and the result of the last batch.

    Attributes:
        pending: ids of prompts that are counted but not yet in a batch, in the order in which
            they were counted, without duplicates.
        in_flight: ids of the batches that have a task. Each of them has a `redrive_at`.
        waiting: how many batches wait in line; if there are any, `in_flight` is full.
        imports: the line of imported batches.
        failed: ids of the last batches that failed; a refresh retries them.
        spent: what is booked for the last day on which there was an analysis.
        spent_total: what all of the user's analyses have used.
        enabled_since: when learning was last switched on; prompts recorded earlier and not yet
            counted are never counted.
    """

    pending: Annotated[list[Identifier], Field(max_length=MAX_PENDING)] = []
    enabled_since: Timestamp | None = None
    in_flight: Annotated[list[Identifier], Field(max_length=MAX_IN_FLIGHT)] = []
    waiting: Count = 0
    imports: ImportLine = Field(default_factory=ImportLine)
    failed: Annotated[list[Identifier], Field(max_length=MAX_FAILED)] = []
    last_batch: LastBatch | None = None
    last_error: BatchError | None = None
    spent: DayBooked | None = None
    spent_total: Spent = Field(default_factory=Spent)

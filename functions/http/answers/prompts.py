"""What `prompts` answers: recorded messages and their analyses."""

from typing import TYPE_CHECKING, Literal

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from shared.base.model import Model, Timestamp
from shared.documents.decisions import Decision
from shared.documents.learning import (
    Batch,
    BatchError,
    BatchState,
    BatchUsage,
    Prompt,
    PromptState,
)
from shared.learning.reporting import PromptReport

if TYPE_CHECKING:
    pass


class RecordedPrompt(Model):
    """The outcome of recording one prompt."""

    id: str
    status: Literal["recorded", "duplicate", "skipped"]
    reason: str | None = None


class RecordedPrompts(Model):
    """The outcome for each prompt, in the order of the request."""

    prompts: list[RecordedPrompt]


_UNTOLD = ("request", "traceparent", "in_bulk", "made_at")
"""What a prompt keeps for the service alone."""


class PromptAnswer(Prompt):
    """A prompt and its processing state."""

    request: None = Field(default=None, exclude=True)
    traceparent: SkipJsonSchema[None] = Field(default=None, exclude=True)
    in_bulk: SkipJsonSchema[None] = Field(default=None, exclude=True)
    made_at: SkipJsonSchema[None] = Field(default=None, exclude=True)
    state: PromptState
    batch_id: str | None = None
    preferences: list[str]

    @classmethod
    def of(cls, report: PromptReport) -> "PromptAnswer":
        """Returns the answer for a report on a prompt."""
        return cls(
            state=report.state,
            batch_id=report.batch_id,
            preferences=report.preferences,
            **{**dict(report.prompt), **dict.fromkeys(_UNTOLD)},
        )


class PromptBody(Model):
    """A prompt in a list: what was said, by whom, and when."""

    id: str
    content: str
    role: Literal["user", "assistant", "system", "tool"]
    session_id: str | None = None
    created_at: Timestamp
    connection: str | None = None

    @classmethod
    def of(cls, prompt: Prompt) -> "PromptBody":
        """Returns the view of a stored prompt."""
        return cls.model_validate({name: getattr(prompt, name) for name in cls.model_fields})


class PromptsAnswer(Model):
    """A page of prompts, newest first."""

    prompts: list[PromptBody]
    next_page_token: str | None = None


class BatchAnswer(Model):
    """An analysis: a batch without its internal leases and retries."""

    id: str
    state: BatchState
    trigger: Literal["interval", "refresh", "import"]
    prompt_ids: list[str]
    created_at: Timestamp
    started_at: Timestamp | None = None
    finished_at: Timestamp | None = None
    attempts: int
    analyzer: str | None = None
    decisions: list[Decision]
    error: BatchError | None = None
    usage: BatchUsage | None = None
    version: int | None = None

    @classmethod
    def of(cls, batch: Batch) -> "BatchAnswer":
        """Returns the answer for a stored batch."""
        return cls.model_validate(dict(batch))


class BatchesAnswer(Model):
    """A page of analyses, newest first."""

    batches: list[BatchAnswer]
    next_page_token: str | None = None

"""The interface of an analyzer: prompts and the present profile in, candidates out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from shared.documents.profile import Profile
from shared.learning.candidates import Candidate


@dataclass(frozen=True)
class PromptText:
    """One prompt as an analyzer sees it."""

    id: str
    content: str
    at: datetime


@dataclass(frozen=True)
class AnalysisRequest:
    """One batch to analyse.

    Attributes:
        prompts: the batch, oldest first. Only these may be quoted.
        profile: what is known already, so that an item can be matched by its id.
        context: earlier messages of the user, oldest first, for understanding only
            (Preference seed: the last five, in the per-message mode).
    """

    prompts: Sequence[PromptText]
    profile: Profile
    context: Sequence[str] = ()


@dataclass(frozen=True)
class TokenUsage:
    """What one analysis consumed. Cost is in US dollars."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
        )


@dataclass(frozen=True)
class Analysis:
    """The candidates of one batch, in the order they were found."""

    candidates: Sequence[Candidate] = ()
    usage: TokenUsage = field(default_factory=TokenUsage)


class Analyzer(Protocol):
    """Finds in a batch of prompts what is worth knowing about the user."""

    @property
    def name(self) -> str:
        """What `GET /v1/profile/status` calls it: `offline`, or the model's name."""
        ...

    def analyze(self, request: AnalysisRequest) -> Analysis:
        """Returns the candidates found in the batch.

        Raises:
            AnalysisError: the batch could not be analysed; the error tells whether trying again,
                or trying with fewer prompts, may help.
        """
        ...


class AnalysisError(Exception):
    """An analysis that failed.

    Attributes:
        reason: an upper snake case word, stored with the batch: REFUSED, TRUNCATED, INVALID_ANSWER,
            RATE_LIMITED, TIMED_OUT, UNAVAILABLE, MISCONFIGURED.
        retryable: whether the same batch may succeed later.
        splittable: whether half of the batch may succeed where the whole did not.
        retry_after: seconds that the service asked to wait, if it did.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        retryable: bool = False,
        splittable: bool = False,
        retry_after: float | None = None,
        usage: TokenUsage | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.retryable = retryable
        self.splittable = splittable
        self.retry_after = retry_after
        self.usage = usage or TokenUsage()

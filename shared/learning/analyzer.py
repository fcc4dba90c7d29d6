"""The interface of an analyzer: it takes prompts and the profile, and returns candidates."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Protocol

from shared.base.deadline import time_left
from shared.documents.profile import Profile
from shared.learning.candidates import Candidate

TIME_TO_RECORD = 30.0
"""What a call leaves of the request's time for recording its result, in seconds."""


def time_for_a_call(at_most: float = math.inf) -> float:
    """Returns the seconds that a call may take now, but not more than `at_most`."""
    return max(0.0, min(at_most, time_left() - TIME_TO_RECORD))


@dataclass(frozen=True)
class PromptText:
    """A prompt as an analyzer sees it."""

    id: str
    content: str
    at: datetime


@dataclass(frozen=True)
class ContextMessage:
    """An earlier message of the conversation, and who said it."""

    role: Literal["user", "assistant", "system", "tool"]
    text: str


@dataclass(frozen=True)
class AnalysisRequest:
    """A batch to analyze.

    Attributes:
        prompts: the batch, oldest first. Only these may be quoted.
        profile: the current profile, so that candidates can name the items they match.
        context: earlier messages of the conversation, oldest first, which must not be quoted
            (F-4: the last five, if each message is analyzed on its own).
        problem: what was wrong with the last answer about this batch, if it was invalid:
            `AnalysisError.detail`.
    """

    prompts: Sequence[PromptText]
    profile: Profile
    context: Sequence[ContextMessage] = ()
    problem: str = ""


@dataclass(frozen=True)
class TokenUsage:
    """The tokens that an analysis used, and their cost in US dollars."""

    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    def __add__(self, other: "TokenUsage") -> "TokenUsage":
        return TokenUsage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cost + other.cost,
        )


NOT_READ = "LANGUAGE_NOT_READ"
"""The reason of a message in a language that the analyzer does not read, which is no failure."""


@dataclass(frozen=True)
class LeftOut:
    """A message that cannot be analyzed, though others of its batch can.

    `reason` and `message` are those of the `AnalysisError` that it gets on its own.
    """

    prompt_id: str
    reason: str
    message: str


@dataclass(frozen=True)
class Analysis:
    """The candidates of a batch, in the order in which they were found.

    Attributes:
        candidates: what was found.
        usage: what the analysis used; None if it may have cost something and nobody says how much.
        left_out: the messages that were not analyzed. `shared.learning.calls` finds them by
            splitting the batch. An analyzer itself leaves out only those in a language that it does
            not read, with `NOT_READ`.
    """

    candidates: Sequence[Candidate] = ()
    usage: TokenUsage | None = field(default_factory=TokenUsage)
    left_out: Sequence[LeftOut] = ()


class Analyzer(Protocol):
    """Finds what is worth knowing about the user in a batch of prompts."""

    @property
    def name(self) -> str:
        """The name that `GET /v1/profile/status` shows: `offline`, or the name of the model."""
        ...

    def estimate(self, request: AnalysisRequest) -> TokenUsage:
        """Returns the most that one call for this request can use; all zero if it is free.

        It may be asked in a transaction, so it must be quick and have no effect.
        """
        ...

    def analyze(self, request: AnalysisRequest) -> Analysis:
        """Returns the candidates found in the batch, after at most one call that costs anything.

        Whoever asks has booked one call and holds a lease that is made for one. A server that
        refuses a parameter has done no work, so the analyzer may send the request again without
        it: as part of the same call, within the time that one call may take.

        Raises:
            AnalysisError: the batch could not be analyzed; the error says whether a retry, or
                fewer prompts, may help.
        """
        ...


class AnalysisError(Exception):
    """A failed analysis.

    Attributes:
        reason: what is stored with the batch: REFUSED, TRUNCATED, INVALID_ANSWER, RATE_LIMITED,
            TIMED_OUT, UNAVAILABLE, MISCONFIGURED, TOO_LONG, CRASHED.
        message: what went wrong, for a person.
        retryable: whether the queue may try the same batch again within minutes.
        may_pass: whether maintenance may try it again in an hour.
        splittable: whether half of the batch may succeed.
        retry_after: how many seconds the service asked to wait, if it did.
        usage: what the failed analysis used; None if it may have cost something and nobody says
            how much, so that the estimate is booked.
        detail: where and how an invalid answer is wrong, in the schema's own words. It is stored,
            shown, and told to the model with the next attempt, so it has no content.
    """

    def __init__(
        self,
        reason: str,
        message: str,
        *,
        retryable: bool = False,
        may_pass: bool | None = None,
        splittable: bool = False,
        retry_after: float | None = None,
        usage: TokenUsage | None = None,
        detail: str = "",
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.retryable = retryable
        self.may_pass = retryable if may_pass is None else may_pass
        self.splittable = splittable
        self.retry_after = retry_after
        self.usage = usage
        self.detail = detail

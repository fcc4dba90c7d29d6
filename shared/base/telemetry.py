"""What a request tells those who run Rekindle: spans, which form traces, and figures.

Like a deadline, where it is reported to is kept in a context variable. Without one, reporting does
nothing. Attributes say what was done and how it went, never what anybody said or who it was:
`adapters.telemetry.table` lists what each may hold, and drops everything else.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from enum import StrEnum
from typing import Protocol, TypedDict, Unpack

from shared.base.errors import RekindleError


class Doing(StrEnum):
    """What a span is about."""

    REQUEST = "request"
    EVENT = "event"
    TASK = "task"
    DATABASE = "database"
    ENQUEUE = "enqueue"
    ANALYSIS = "analysis"
    MODEL = "model"
    EMBEDDING = "embedding"


class Figure(StrEnum):
    """What is measured. `adapters.telemetry.table` has the unit of each."""

    REQUEST_SECONDS = "rekindle_request_seconds"
    DATABASE_CALLS = "rekindle_database_calls"
    DECISIONS = "rekindle_decisions"
    FAILURES = "rekindle_failures"
    QUEUE_SECONDS = "rekindle_queue_seconds"
    MODEL_COST = "rekindle_model_cost"


class Attributes(TypedDict, total=False):
    """What a span or a figure may say. `adapters.telemetry.table` explains each."""

    method: str
    route: str
    status: int
    request_id: str
    attempt: int
    queue_seconds: float
    outcome: str
    reason: str
    call: str
    batch: str
    trigger: str
    prompts: int
    decisions: int
    version: int
    model: str
    prompt_tokens: int
    completion_tokens: int
    cost: float


class Span(Protocol):
    """Something that is being done."""

    def add(self, **attributes: Unpack[Attributes]) -> None:
        """Adds attributes, and replaces those it has."""
        ...

    def fail(self, reason: str = "") -> None:
        """Marks it as failed, for a reason if one is known. An error that leaves it does so."""
        ...

    def link(self, traceparent: str | None) -> None:
        """Adds a link to a span of another trace; None adds nothing."""
        ...


class Telemetry(Protocol):
    """Where spans and figures go."""

    def span(
        self, doing: Doing, follows: str | None, attributes: Attributes
    ) -> AbstractContextManager[Span]:
        """Returns a span that lasts as long as the context.

        Args:
            doing: what it is about.
            follows: the W3C traceparent of the span that caused it; None for the current one.
            attributes: what is known so far.
        """
        ...

    def report(self, figure: Figure, amount: float, attributes: Attributes) -> None:
        """Adds an amount to a figure."""
        ...

    def traceparent(self) -> str | None:
        """Returns the W3C traceparent of the current span; None if there is none."""
        ...

    def flush(self) -> None:
        """Sends what was reported, if it is time to. It takes a bounded time and never fails."""
        ...


class _Silent:
    def add(self, **attributes: Unpack[Attributes]) -> None: ...

    def fail(self, reason: str = "") -> None: ...

    def link(self, traceparent: str | None) -> None: ...


_SILENCE: AbstractContextManager[Span] = nullcontext(_Silent())
_current: ContextVar[Telemetry | None] = ContextVar("telemetry", default=None)


@contextmanager
def reporting_to(telemetry: Telemetry | None) -> Iterator[None]:
    """Reports what runs inside to `telemetry`; to nobody if that is None."""
    token = _current.set(telemetry)
    try:
        yield
    finally:
        _current.reset(token)


def span(
    doing: Doing, *, follows: str | None = None, **attributes: Unpack[Attributes]
) -> AbstractContextManager[Span]:
    """Returns a span for what runs inside. See `Telemetry.span`."""
    telemetry = _current.get()
    return telemetry.span(doing, follows, attributes) if telemetry else _SILENCE


def report(figure: Figure, amount: float = 1, **attributes: Unpack[Attributes]) -> None:
    """Adds an amount to a figure."""
    if telemetry := _current.get():
        telemetry.report(figure, amount, attributes)


def traceparent() -> str | None:
    """Returns the W3C traceparent of the current span; None if nothing is reported."""
    telemetry = _current.get()
    return telemetry.traceparent() if telemetry else None


def reason_of(error: BaseException) -> str:
    """Returns what is reported of an error: a reason or type, its own or its cause's; no text."""
    if isinstance(error, RekindleError):
        reasons = (detail.get("reason") for detail in error.details)
        return str(next(filter(None, reasons), error.status))
    reason = getattr(error, "reason", None)
    if isinstance(reason, str) and reason:
        return reason
    return reason_of(error.__cause__) if error.__cause__ else type(error).__name__

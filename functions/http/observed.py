"""Reports what a function does with one request, event or task."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from typing import TypeVar, Unpack

from flask import Request, Response, has_request_context, request

from functions.http import logs
from functions.wiring.config import ConfigurationError
from functions.wiring.services import services
from shared.base.telemetry import (
    Attributes,
    Doing,
    Figure,
    Span,
    Telemetry,
    reason_of,
    report,
    reporting_to,
    span,
)

T = TypeVar("T")

_NO_ROUTE = "(no route)"
_OK, _SERVER_ERROR = 200, 500


class Observed:
    """Something that is being answered."""

    def __init__(self, telemetry: Telemetry | None, current: Span, method: str) -> None:
        self._telemetry = telemetry
        self._current = current
        self._method = method
        self._started = time.monotonic()
        self._reason = ""
        self._has_ended = False

    def failed(self, error: Exception) -> None:
        """Reports why it was refused or failed."""
        self._reason = reason_of(error)
        self._current.add(reason=self._reason)
        report(Figure.FAILURES, reason=self._reason)

    def add(self, **attributes: Unpack[Attributes]) -> None:
        """Adds attributes to its span."""
        self._current.add(**attributes)

    def answered(self, response: Response, route: str | None) -> None:
        """Reports the answer, and goes on reporting while it is streamed.

        Args:
            response: the answer.
            route: the path of its route, with its variables as `<name>`.
        """
        self.ended(response.status_code, route or _NO_ROUTE)
        if self._telemetry and response.is_streamed:
            response.response = _carried(self._telemetry, response.iter_encoded())

    def ended(self, status: int, route: str) -> None:
        """Reports how it ended, if that was not reported yet."""
        if self._has_ended:
            return
        self._has_ended = True
        self._current.add(route=route, status=status)
        if status >= _SERVER_ERROR:
            self._current.fail(self._reason)
        elapsed = time.monotonic() - self._started
        report(Figure.REQUEST_SECONDS, elapsed, method=self._method, route=route, status=status)


@contextmanager
def observed(incoming: Request) -> Iterator[Observed]:
    """Reports a request of the API, which continues the caller's trace (W3C Trace Context)."""
    with (
        _reported() as telemetry,
        span(
            Doing.REQUEST,
            follows=incoming.headers.get("traceparent"),
            method=incoming.method,
            request_id=logs.current_id(),
        ) as current,
    ):
        yield Observed(telemetry, current, incoming.method)


@contextmanager
def observed_delivery(
    doing: Doing,
    route: str,
    delivery: str | None,
    *,
    follows: str | None = None,
    attempt: int = 0,
    due: float | None = None,
) -> Iterator[Observed]:
    """Reports an event or a task.

    It continues the trace of what caused it, and is linked to that of its delivery, if any.

    Args:
        doing: an event or a task.
        route: the function.
        delivery: the traceparent of its delivery, if it has one.
        follows: the traceparent of the cause, if it left one.
        attempt: how often it was delivered before.
        due: when it was due, in seconds since the epoch, if that is known.
    """
    with (
        _reported() as telemetry,
        span(doing, follows=follows or delivery, route=route, attempt=attempt) as current,
    ):
        if follows:
            current.link(delivery)
        if telemetry and due is not None:
            waited = max(0.0, services().clock().timestamp() - due)
            current.add(queue_seconds=round(waited, 3))
            report(Figure.QUEUE_SECONDS, waited, route=route)
        seen = Observed(telemetry, current, "POST")
        try:
            yield seen
        except Exception as error:
            seen.failed(error)
            seen.ended(getattr(error, "code", None) or _SERVER_ERROR, route)
            raise
        seen.ended(_OK, route)


def delivery_trace() -> str | None:
    """Returns the traceparent of the current request, which a handler of events is not given."""
    return request.headers.get("traceparent") if has_request_context() else None


@contextmanager
def _reported() -> Iterator[Telemetry | None]:
    """Reports what runs inside, and sends it before the answer if it is time to."""
    telemetry = None
    with suppress(ConfigurationError):
        telemetry = services().telemetry
    try:
        with reporting_to(telemetry):
            yield telemetry
    finally:
        if telemetry:
            telemetry.flush()


def _carried(telemetry: Telemetry, pieces: Iterable[T]) -> Iterator[T]:
    """Returns the pieces of an answer, each computed within its request's trace.

    A streamed answer is computed after its handler has returned.
    """
    context, rest = copy_context(), iter(pieces)

    def each() -> Iterator[T]:
        with suppress(StopIteration):
            while True:
                yield context.run(next, rest)
        telemetry.flush()

    return each()

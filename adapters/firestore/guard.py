"""Puts each call to Firestore under the request's deadline and behind the circuit breaker."""

import math
import time
from collections.abc import Callable
from typing import Any

from google.api_core import exceptions

from adapters.firestore.values import plain
from shared.base.backoff import pauses
from shared.base.breaker import Breaker, Finding
from shared.base.deadline import time_left
from shared.base.errors import Unavailable
from shared.base.telemetry import Doing, Figure, report, span

LONGEST_CALL = 60.0
"""Seconds for one attempt at a call, if the request has more."""
LONGEST_READ = 5.0
"""Seconds for one attempt at a read, which can be made again."""
SMALL_CALL = 3.0
"""Seconds for one attempt at a call that a healthy database answers in milliseconds."""
_TELLING = 1.0
"""Seconds that a small call must have had before its timeout says something about the database."""
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 2.0
"""The bounds of the longest pause between attempts, in seconds. It doubles each time."""

_OVERLOADED = (exceptions.ServiceUnavailable, exceptions.ResourceExhausted)
_FAILED = (*_OVERLOADED, exceptions.DeadlineExceeded, exceptions.InternalServerError)
_RETRIED = {
    "commit": _OVERLOADED,
    "batch_write": (*_OVERLOADED, exceptions.Aborted),
    "rollback": (),
}
"""What is retried, for the methods that write; `_FAILED` for all others."""
_READS = frozenset({"batch_get_documents", "run_query"})
"""The methods that can begin a transaction."""
_UNCLEAR = (exceptions.InternalServerError, exceptions.Unknown, exceptions.Cancelled)


class Guard:
    """Decorates one method of Firestore's client library, in place of the library's retries.

    An attempt gets what the request has left, transient errors are retried until then, and nothing
    is sent afterwards. Each outcome is reported to the breaker. A conflict of one user, data that
    Firestore refuses, and a timeout of anything but a small call never open it.

    Args:
        method: the method's name, in snake case.
        breaker: the breaker of the database.
        sleep: waits for some seconds.
    """

    def __init__(
        self, method: str, breaker: Breaker, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self._method = method
        self._retried = _RETRIED.get(method, _FAILED)
        self._breaker = breaker
        self._sleep = sleep

    def __call__(self, call: Callable[..., Any]) -> Callable[..., Any]:
        """Returns `call` under guard. It takes a request and a timeout, among others.

        Raises:
            Unavailable: the time was up before an attempt, or the database is down.
        """

        def guarded(request: Any, **options: Any) -> Any:
            small = self._is_small(request)
            for pause in pauses(_FIRST_PAUSE, _LONGEST_PAUSE):
                try:
                    return self._attempt(call, request, small, options)
                except self._retried as error:
                    if pause >= time_left() or self._may_hold_locks(request, error):
                        raise
                self._sleep(pause)
            raise AssertionError("unreachable")

        return guarded

    def _attempt(
        self, call: Callable[..., Any], request: Any, small: bool, options: dict[str, Any]
    ) -> Any:
        waits = self._method in _RETRIED or self._begins(request)
        longest = LONGEST_CALL if waits else LONGEST_READ
        allowed = time_left(SMALL_CALL if small else longest)
        if not allowed:
            raise not_in_time()
        admission = self._breaker.admit()
        if admission == "refused":
            raise _resting(self._breaker.pause())
        finding = Finding.UNCLEAR
        try:
            with span(Doing.DATABASE, call=self._method):
                answer = call(request, timeout=allowed, **options)
            finding = Finding.ANSWERED
            report(Figure.DATABASE_CALLS, call=self._method)
            return answer
        except exceptions.GoogleAPICallError as error:
            finding = _finding(error, telling=small and allowed >= _TELLING)
            report(Figure.DATABASE_CALLS, call=self._method, reason=type(error).__name__)
            raise
        finally:
            self._breaker.settle(admission, finding)

    def _is_small(self, request: Any) -> bool:
        """Returns whether a healthy database answers at once: no lock to wait for, no bulk."""
        if self._method == "begin_transaction":
            return True
        if self._method != "batch_get_documents":
            return False
        locks = request.transaction or self._begins(request)
        return not locks and len(request.documents) <= 2

    def _begins(self, request: Any) -> bool:
        """Returns whether a read begins a transaction, and so waits for the locks of others."""
        return self._method in _READS and plain(request).HasField("new_transaction")

    def _may_hold_locks(self, request: Any, error: Exception) -> bool:
        """Returns whether a read may have begun a transaction that nobody can end.

        Its locks would stand in the way of the next attempt.
        """
        return self._begins(request) and isinstance(error, exceptions.DeadlineExceeded)


def not_in_time() -> Unavailable:
    """Returns the error for a database that did not answer in time."""
    return Unavailable(
        "The database did not answer in time. Try again.", [{"reason": "DATABASE_BUSY"}]
    )


def _resting(pause: float) -> Unavailable:
    seconds = max(1, math.ceil(pause))
    return Unavailable(
        f"The database is not answering. Try again in {seconds} seconds.",
        [{"reason": "DATABASE_BUSY"}],
        retry_after=seconds,
    )


def _finding(error: exceptions.GoogleAPICallError, *, telling: bool) -> Finding:
    if isinstance(error, exceptions.ServiceUnavailable):
        return Finding.UNREACHABLE
    if isinstance(error, exceptions.DeadlineExceeded):
        return Finding.UNREACHABLE if telling else Finding.UNCLEAR
    return Finding.UNCLEAR if isinstance(error, _UNCLEAR) else Finding.ANSWERED

"""Maps Firestore's errors to the domain's, and retries transactions."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from google.api_core import exceptions
from google.cloud.firestore import Client, Transaction, transactional

from shared.base.errors import Unavailable

T = TypeVar("T")

ATTEMPTS = 8
"""How often a transaction is tried before the caller gets an error."""
_BASE_PAUSE = 0.02
"""The backoff's base, in seconds: the longest pause doubles from attempt to attempt."""
_MAX_PAUSE = 1.0

_TRANSACTION_OVER = "transaction has expired or is no longer valid"
"""Firestore's error for a transaction that was committed, rolled back or idle for too long."""
_TRANSIENT = (
    exceptions.Aborted,
    exceptions.ServiceUnavailable,
    exceptions.DeadlineExceeded,
    exceptions.ResourceExhausted,
    exceptions.InternalServerError,
    exceptions.RetryError,
    exceptions.Cancelled,
)


@contextmanager
def unavailable_on_failure() -> Iterator[None]:
    """Turns transient errors into Unavailable."""
    try:
        yield
    except _TRANSIENT as error:
        raise Unavailable(
            "The database did not answer in time. Try again.", [{"reason": "DATABASE_BUSY"}]
        ) from error


def run_transaction(
    client: Client, work: Callable[[Transaction], T], sleep: Callable[[float], None] = time.sleep
) -> T:
    """Runs `work` in a transaction, and retries it with jittered pauses on contention.

    The client library retries ABORTED only at commit, without a pause, and then raises ValueError;
    it does not retry an ABORTED read at all. If a commit succeeds but its response is lost, the
    library sends it again and gets an error: the transaction has expired, or a document that it
    created already exists. In all these cases the whole transaction runs again, on current data.

    Raises:
        Unavailable: every attempt failed; nothing was changed.
    """
    in_transaction = transactional(work)
    with unavailable_on_failure():
        for attempt in range(1, ATTEMPTS + 1):
            try:
                result: T = in_transaction(client.transaction(max_attempts=1))
                return result
            except (exceptions.GoogleAPICallError, ValueError) as error:
                conflict = _conflict_behind(error)
                if conflict is None:
                    raise
                if attempt == ATTEMPTS:
                    raise conflict from error
            limit = min(_MAX_PAUSE, _BASE_PAUSE * 2**attempt)
            sleep(random.uniform(0, limit))  # noqa: S311 (jitter is no secret)
    raise AssertionError("unreachable")


def _conflict_behind(error: BaseException | None) -> Exception | None:
    """Returns the conflict that caused `error`, if one did.

    The library wraps ABORTED in a ValueError. If the rollback then fails too, the library raises
    that failure, with the conflict as its context.
    """
    while error is not None:
        if isinstance(error, exceptions.Aborted | exceptions.AlreadyExists):
            return error
        if isinstance(error, exceptions.InvalidArgument) and _TRANSACTION_OVER in error.message:
            return exceptions.Aborted(error.message)
        error = error.__cause__ or error.__context__
    return None

"""Firestore's errors in the domain's words."""

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
"""Times that a transaction is tried before the caller is told to come back."""
FIRST_PAUSE = 0.02
"""Seconds at most before the second attempt; doubled for each further one."""
LONGEST_PAUSE = 1.0

_OVER = "transaction has expired or is no longer valid"
"""What Firestore says of a transaction that has committed, was rolled back or idled too long."""
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
    """Turns the failures that pass by themselves into Unavailable."""
    try:
        yield
    except _TRANSIENT as error:
        raise Unavailable(
            "The database did not answer in time. Try again.", [{"reason": "DATABASE_BUSY"}]
        ) from error


def run_transaction(
    client: Client, work: Callable[[Transaction], T], sleep: Callable[[float], None] = time.sleep
) -> T:
    """Runs `work` in a transaction, again with jittered pauses while it loses.

    The client library retries ABORTED only at commit, without a pause, and then raises ValueError;
    an ABORTED read it does not retry at all. And a commit that landed while its answer was lost is
    sent again by the library, and comes back as a transaction that is over, or as AlreadyExists for
    what it created. In each of these cases the whole transaction runs again and sees what is there
    now.

    Raises:
        Unavailable: it lost every time; nothing was changed.
    """
    in_transaction = transactional(work)
    with unavailable_on_failure():
        for attempt in range(1, ATTEMPTS + 1):
            try:
                result: T = in_transaction(client.transaction(max_attempts=1))
                return result
            except (exceptions.GoogleAPICallError, ValueError) as error:
                loss = _loss_behind(error)
                if loss is None:
                    raise
                if attempt == ATTEMPTS:
                    raise loss from error
            limit = min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt)
            sleep(random.uniform(0, limit))  # noqa: S311 (jitter is no secret)
    raise AssertionError("unreachable")


def _loss_behind(error: BaseException | None) -> Exception | None:
    """The lost race that `error` reports, if it does.

    The library wraps ABORTED in a ValueError, and when its rollback of the lost transaction fails
    too, raises that failure with the loss as its context.
    """
    while error is not None:
        if isinstance(error, exceptions.Aborted | exceptions.AlreadyExists):
            return error
        if isinstance(error, exceptions.InvalidArgument) and _OVER in error.message:
            return exceptions.Aborted(error.message)
        error = error.__cause__ or error.__context__
    return None

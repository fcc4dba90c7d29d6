"""Maps Firestore's errors to the domain's, and retries transactions."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from google.api_core import exceptions
from google.cloud.firestore import Client, Transaction, transactional
from google.rpc.status_pb2 import Status

from adapters.firestore.guard import not_in_time
from shared.base.backoff import pauses
from shared.base.deadline import time_left
from shared.base.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    PermanentFailure,
    Unavailable,
)

T = TypeVar("T")

ATTEMPTS = 8
"""How often a transaction is tried before the caller gets an error."""
_FIRST_PAUSE = 0.04
_LONGEST_PAUSE = 1.0
"""The bounds of the longest pause between attempts, in seconds. It doubles each time."""

_TRANSACTION_OVER = "transaction has expired or is no longer valid"
"""Firestore's error for a transaction that was committed, rolled back or idle for too long."""
_TOO_LARGE = {
    re.compile(r"[Tt]ransaction too big"): (
        "This is too much for one transaction, of which Firestore takes at most 10 MiB. Send less "
        "at a time."
    ),
    re.compile(r"too many index entries"): (
        "This does not fit: Firestore makes at most 40,000 index entries for one document. Send "
        "fewer values, or delete some."
    ),
    re.compile(
        r"maximum (?:allowed )?size|size exceeds the limit|maximum entity size"
        r"|is longer than 1048487 bytes"
    ): (
        "This does not fit: Firestore stores at most 1 MiB in one document. Delete something, or "
        "send less at a time."
    ),
}
"""Firestore's errors for what is too large, and what to do about each."""
_TRANSIENT = (
    exceptions.Aborted,
    exceptions.ServiceUnavailable,
    exceptions.DeadlineExceeded,
    exceptions.ResourceExhausted,
    exceptions.InternalServerError,
    exceptions.RetryError,
    exceptions.Cancelled,
    exceptions.Unknown,
)
_REFUSED = (
    exceptions.Forbidden,
    exceptions.Unauthorized,
    exceptions.FailedPrecondition,
    exceptions.MethodNotImplemented,
    exceptions.NotFound,
    exceptions.DataLoss,
)
"""What stays the same however often it is tried: rights, indexes, the database's own state."""


@contextmanager
def unavailable_on_failure() -> Iterator[None]:
    """Turns transient errors into Unavailable, and permanent ones into errors that say so."""
    try:
        yield
    except _TRANSIENT as error:
        raise not_in_time() from error
    except exceptions.AlreadyExists as error:
        raise AlreadyExists(
            "The id is taken. Choose another one.", [{"reason": "ID_TAKEN"}]
        ) from error
    except (exceptions.BadRequest, *_REFUSED) as error:
        if _is_over(error):
            raise not_in_time() from error
        raise _permanent(error) from error


def _is_over(error: BaseException) -> bool:
    """Returns whether a transaction has ended before its call. It is to run again."""
    return isinstance(error, exceptions.InvalidArgument) and _TRANSACTION_OVER in error.message


def _permanent(error: exceptions.GoogleAPICallError) -> Exception:
    """Returns the error for what a retry cannot change. It never quotes Firestore.

    Firestore's messages contain paths, and with them uids.
    """
    for pattern, advice in _TOO_LARGE.items():
        if pattern.search(error.message):
            return FailedPrecondition(advice, [{"reason": "DOCUMENT_TOO_LARGE"}])
    if isinstance(error, _REFUSED):
        return PermanentFailure(
            f"The database refused the call ({type(error).__name__}). A retry does not help; the "
            "operators must check its indexes and rights.",
            [{"reason": "DATABASE_REFUSED"}],
        )
    return InvalidArgument(
        "The database cannot store or find this. Check the ids, and send shorter values.",
        [{"reason": "NOT_STORABLE"}],
    )


def refuse_failed(statuses: Sequence[Status], advice: str) -> None:
    """Raises the error of writes that failed, each by itself, by their statuses.

    What a retry cannot change comes first.

    Args:
        statuses: the statuses of the writes that failed; nothing is raised if there is none.
        advice: the message if a retry helps.

    Raises:
        Unavailable: every failure is temporary.
        FailedPrecondition, InvalidArgument, PermanentFailure: a retry does not help.
    """
    errors = [exceptions.from_grpc_status(status.code, status.message) for status in statuses]
    for error in errors:
        if not isinstance(error, _TRANSIENT):
            raise _permanent(error) from error
    if errors:
        raise Unavailable(advice, [{"reason": "DATABASE_BUSY"}]) from errors[0]


def run_transaction(
    client: Client, work: Callable[[Transaction], T], sleep: Callable[[float], None] = time.sleep
) -> T:
    """Runs `work` in a transaction, and retries it with jittered pauses on contention.

    The client library retries ABORTED only at commit, without a pause, and then raises ValueError;
    it does not retry an ABORTED read at all. If a commit succeeds but its response is lost, the
    call is made again and gets an error: the transaction has expired, or a document that it
    created already exists. In all these cases the whole transaction runs again, on current data,
    as long as the request has time.

    Raises:
        Unavailable: every attempt failed and nothing was changed, or the time was up while the
            commit was under way, so that it may have happened.
        FailedPrecondition, InvalidArgument, PermanentFailure: a retry does not help.
    """
    in_transaction = transactional(work)
    with unavailable_on_failure():
        for attempt, pause in zip(
            range(1, ATTEMPTS + 1), pauses(_FIRST_PAUSE, _LONGEST_PAUSE), strict=False
        ):
            try:
                result: T = in_transaction(client.transaction(max_attempts=1))
                return result
            except (exceptions.GoogleAPICallError, Unavailable, ValueError) as error:
                conflict = _conflict_behind(error)
                if conflict is None:
                    raise
                if attempt == ATTEMPTS or pause >= time_left():
                    raise conflict from error
            sleep(pause)
    raise AssertionError("unreachable")


def _conflict_behind(error: BaseException | None) -> Exception | None:
    """Returns the conflict that caused `error`, if one did.

    The library wraps ABORTED in a ValueError, and a read in `work` turns it into Unavailable. If
    the rollback then fails too, the library raises that failure, with the conflict as its context.
    """
    while error is not None:
        if isinstance(error, exceptions.Aborted):
            return error
        if isinstance(error, exceptions.AlreadyExists) or _is_over(error):
            return exceptions.Aborted(str(error))
        error = error.__cause__ or error.__context__
    return None

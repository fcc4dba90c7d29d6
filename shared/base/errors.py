"""The domain's error hierarchy. Only `functions.http.errors` translates it to HTTP.

Each error has a google.rpc status, a message that says what to do next, and optional details for
programs: mappings with a `reason` in upper snake case.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Detail = Mapping[str, Any]


class RekindleError(Exception):
    """The base class of every error that a caller may see.

    Attributes:
        status: the google.rpc.Code name.
        message: one or two sentences for a person: what is wrong and what to do.
        details: what a program needs to handle the error.
        retry_after: seconds to wait before a retry; None if a retry does not help.
    """

    status = "INTERNAL"

    def __init__(
        self, message: str, details: Sequence[Detail] = (), *, retry_after: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.details = [dict(detail) for detail in details]
        self.retry_after = retry_after


class InvalidArgument(RekindleError):
    """The request is invalid, whatever the state of the user's data."""

    status = "INVALID_ARGUMENT"

    @classmethod
    def field(cls, field: str, problem: str, reason: str = "INVALID_FIELD") -> "InvalidArgument":
        """Returns the error for one field; `problem` completes the sentence "<field> …"."""
        return cls(f"{field} {problem}", [{"reason": reason, "field": field, "message": problem}])


class FailedPrecondition(RekindleError):
    """The request is valid, but the current state of the user's data does not allow it."""

    status = "FAILED_PRECONDITION"


class KeyReused(FailedPrecondition):
    """The idempotency key belongs to an earlier request with another body. Nothing was changed."""

    def __init__(self) -> None:
        super().__init__(
            "This Idempotency-Key was sent before with another body. Send what is new under a new "
            "key; repeat a request with the same body.",
            [{"reason": "KEY_REUSED"}],
        )


class Unauthenticated(RekindleError):
    """The caller's credentials are missing or invalid."""

    status = "UNAUTHENTICATED"


class PermissionDenied(RekindleError):
    """The caller is known but not allowed to do this."""

    status = "PERMISSION_DENIED"


class NotFound(RekindleError):
    """The user's data contains no such item."""

    status = "NOT_FOUND"


class AlreadyExists(RekindleError):
    """The id is taken by something else."""

    status = "ALREADY_EXISTS"


class Aborted(RekindleError):
    """The data has changed since the caller read it."""

    status = "ABORTED"


class ResourceExhausted(RekindleError):
    """A quota, rate limit or budget is exhausted."""

    status = "RESOURCE_EXHAUSTED"


class Unavailable(RekindleError):
    """A service that this depends on did not answer in time; the call can be repeated.

    A transaction that raises it changed nothing. Other work may be done in part: earlier steps of
    the same call, or some of the prompts of `Store.create_prompts`.
    """

    status = "UNAVAILABLE"

    def __init__(
        self, message: str, details: Sequence[Detail] = (), *, retry_after: int | None = 1
    ) -> None:
        super().__init__(message, details, retry_after=retry_after)


class PermanentFailure(RekindleError):
    """A service that this depends on refused the call, and would refuse it again.

    The deployment is at fault, not the caller: a right or an index is missing, for example.
    """

    status = "INTERNAL"


class BeingErased(Unavailable):
    """The user's data is being erased. Until that is complete, nothing is read or written."""

    def __init__(self) -> None:
        super().__init__(
            "All data of this user is being erased. Repeat DELETE /v1/account to finish it, or try "
            "again later.",
            [{"reason": "BEING_ERASED"}],
            retry_after=60,
        )


class Unreadable(RekindleError):
    """Stored data is malformed: another program wrote to it. Nothing was changed."""

    status = "DATA_LOSS"

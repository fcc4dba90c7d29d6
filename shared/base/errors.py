"""The errors of the domain. One hierarchy; `functions.http.errors` alone turns it into HTTP.

Each error names a google.rpc status, says in its message what to do next, and may carry details
that a program can read: mappings with a `reason` in upper snake case.
"""

from collections.abc import Mapping, Sequence
from typing import Any

Detail = Mapping[str, Any]


class RekindleError(Exception):
    """The base of every error that a caller may see.

    Attributes:
        status: the google.rpc.Code name.
        message: one or two sentences for a person: what is wrong, and what to do.
        details: what a program needs to act on it.
        retry_after: seconds after which trying again makes sense, if it does.
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
    """The request itself is wrong, whatever the state of the user's data."""

    status = "INVALID_ARGUMENT"

    @classmethod
    def field(cls, field: str, problem: str, reason: str = "INVALID_FIELD") -> "InvalidArgument":
        """The error for one field: `problem` completes the sentence "<field> …"."""
        return cls(f"{field} {problem}", [{"reason": reason, "field": field, "message": problem}])


class FailedPrecondition(RekindleError):
    """The request is well formed, but the user's data does not allow it now."""

    status = "FAILED_PRECONDITION"


class Unauthenticated(RekindleError):
    """There is no proof of who is calling, or it does not hold."""

    status = "UNAUTHENTICATED"


class PermissionDenied(RekindleError):
    """The caller is known and may not do this."""

    status = "PERMISSION_DENIED"


class NotFound(RekindleError):
    """There is no such thing among this user's data."""

    status = "NOT_FOUND"


class AlreadyExists(RekindleError):
    """The id is taken by something else."""

    status = "ALREADY_EXISTS"


class Aborted(RekindleError):
    """The data moved on since the caller read it."""

    status = "ABORTED"


class ResourceExhausted(RekindleError):
    """A quota, a rate or a budget is used up."""

    status = "RESOURCE_EXHAUSTED"


class Unavailable(RekindleError):
    """A service this needs did not answer in time; nothing was changed."""

    status = "UNAVAILABLE"

    def __init__(
        self, message: str, details: Sequence[Detail] = (), *, retry_after: int | None = 1
    ) -> None:
        super().__init__(message, details, retry_after=retry_after)


class Unreadable(RekindleError):
    """Stored data does not have its form: something else wrote to it. Nothing was changed."""

    status = "DATA_LOSS"

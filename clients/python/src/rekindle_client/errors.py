"""What can go wrong with a request. Messages say what to do next; programs go by `reason`."""

import json
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, Literal, overload

import httpx

from rekindle_client._reasons import (
    BudgetExceeded,
    IdTaken,
    InsufficientScope,
    InvalidField,
    NotRetained,
    Reason,
    TurnsMissing,
    VersionMoved,
)


class RekindleError(Exception):
    """The base of every error that this package raises."""


class Unreachable(RekindleError):
    """The API could not be reached, or did not answer in time.

    Attributes:
        sent: whether the request may have taken effect.
    """

    def __init__(self, message: str, *, sent: bool = True) -> None:
        super().__init__(message)
        self.sent = sent


class UnexpectedAnswer(RekindleError):
    """The answer is not one of the API."""


class SignedOut(RekindleError):
    """The user has signed out or ended the connection, so there is no token to send."""


class ApiError(RekindleError):
    """The API refused the request.

    Attributes:
        message: what happened and what to do next, for people.
        code: the HTTP status.
        status: the name of the google.rpc.Code.
        details: what the API adds, each with a reason.
        request_id: names the request in the server's log.
        retry_after: seconds after which the same request may succeed; infinite if the server names
            no number of them.
    """

    def __init__(
        self,
        message: str,
        *,
        code: int,
        status: str = "UNKNOWN",
        details: Sequence[Mapping[str, Any]] = (),
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status
        self.details = details
        self.request_id = request_id
        self.retry_after = retry_after

    @property
    def reason(self) -> str:
        """Why, for programs: the reason of the first detail, or else the status."""
        reason = self.details[0].get("reason") if self.details else None
        return reason if isinstance(reason, str) else self.status

    @overload
    def detail(self, reason: Literal["INVALID_FIELD"]) -> InvalidField | None: ...
    @overload
    def detail(self, reason: Literal["BUDGET_EXCEEDED"]) -> BudgetExceeded | None: ...
    @overload
    def detail(self, reason: Literal["NOT_RETAINED"]) -> NotRetained | None: ...
    @overload
    def detail(self, reason: Literal["INSUFFICIENT_SCOPE"]) -> InsufficientScope | None: ...
    @overload
    def detail(self, reason: Literal["VERSION_MOVED"]) -> VersionMoved | None: ...
    @overload
    def detail(self, reason: Literal["TURNS_MISSING"]) -> TurnsMissing | None: ...
    @overload
    def detail(self, reason: Literal["ID_TAKEN"]) -> IdTaken | None: ...
    @overload
    def detail(self, reason: Reason) -> Mapping[str, Any] | None: ...
    def detail(self, reason: str) -> Any:
        """What the API says for this reason; None if it refused for another one."""
        return next((each for each in self.details if each.get("reason") == reason), None)


class InvalidArgument(ApiError):
    """The request is wrong, whatever the state of the user's data."""


class FailedPrecondition(ApiError):
    """The state of the user's data does not allow it now."""


class Unauthenticated(ApiError):
    """The token is missing, wrong or expired: sign in again."""


class PermissionDenied(ApiError):
    """The caller may not do this."""


class NotFound(ApiError):
    """The user has no such item."""


class Aborted(ApiError):
    """The data has moved on since it was read: read it again and repeat the change."""


class AlreadyExists(ApiError):
    """The ID belongs to something else."""


class ResourceExhausted(ApiError):
    """Too many requests, or a quota is used up."""


class Unavailable(ApiError):
    """The service cannot answer now."""


_BY_STATUS = {
    "INVALID_ARGUMENT": InvalidArgument,
    "FAILED_PRECONDITION": FailedPrecondition,
    "UNAUTHENTICATED": Unauthenticated,
    "PERMISSION_DENIED": PermissionDenied,
    "NOT_FOUND": NotFound,
    "ABORTED": Aborted,
    "ALREADY_EXISTS": AlreadyExists,
    "RESOURCE_EXHAUSTED": ResourceExhausted,
    "UNAVAILABLE": Unavailable,
}


def error_of(response: httpx.Response) -> ApiError:
    """The error for a response that is not a success, and whose body was read."""
    told = _told(response)
    # Without a status of its own, something before Rekindle answered, such as a proxy.
    unknown = "UNAVAILABLE" if response.status_code == 503 else "UNKNOWN"
    status = _text(told.get("status"), unknown)
    answered = f"The server answered {response.status_code} {response.reason_phrase}".strip()
    details = told.get("details")
    return _BY_STATUS.get(status, ApiError)(
        _text(told.get("message"), f"{answered}."),
        code=response.status_code,
        status=status,
        details=[each for each in details if isinstance(each, dict)]
        if isinstance(details, list)
        else (),
        request_id=response.headers.get("X-Request-Id"),
        retry_after=_seconds(response.headers.get("Retry-After")),
    )


def _told(response: httpx.Response) -> dict[str, Any]:
    try:
        error = json.loads(response.content)["error"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return {}
    return error if isinstance(error, dict) else {}


def _text(found: object, otherwise: str) -> str:
    return found if isinstance(found, str) else otherwise


def _seconds(header: str | None) -> float | None:
    if not header:
        return None
    return float(header) if header.isdecimal() else inf

"""Turns errors into HTTP responses, in the form of google.rpc.Status. See docs/api.md."""

import json
import logging
from typing import Any

from flask import Response
from werkzeug.exceptions import HTTPException

from shared.access.callers import InsufficientScope
from shared.base.errors import KeyReused, RekindleError

log = logging.getLogger(__name__)

HTTP_OF_STATUS = {
    "INVALID_ARGUMENT": 400,
    "FAILED_PRECONDITION": 400,
    "UNAUTHENTICATED": 401,
    "PERMISSION_DENIED": 403,
    "NOT_FOUND": 404,
    "ABORTED": 409,
    "ALREADY_EXISTS": 409,
    "RESOURCE_EXHAUSTED": 429,
    "DATA_LOSS": 500,
    "INTERNAL": 500,
    "UNAVAILABLE": 503,
}
_STATUS_OF_HTTP = {
    400: "INVALID_ARGUMENT",
    404: "NOT_FOUND",
    405: "UNIMPLEMENTED",
    408: "DEADLINE_EXCEEDED",
    413: "INVALID_ARGUMENT",
    415: "INVALID_ARGUMENT",
}
NO_STORE = "private, no-store"


class HttpError(Exception):
    """A request that is refused at the HTTP level, before the domain is called."""

    def __init__(self, code: int, message: str, reason: str, **headers: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.reason = reason
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def error_response(
    error: Exception, resource_metadata: str | None = None, scope: str | None = None
) -> Response:
    """Returns the response for an error. Details of an unexpected error are only logged.

    Args:
        error: the error.
        resource_metadata: the URL at which a client learns how to get a token (RFC 9728).
        scope: what a client without a token should ask for.
    """
    if isinstance(error, RekindleError):
        headers = {}
        if error.retry_after is not None:
            headers["Retry-After"] = str(error.retry_after)
        if error.status == "UNAUTHENTICATED" or isinstance(error, InsufficientScope):
            headers["WWW-Authenticate"] = _challenge(error, resource_metadata, scope)
        code = 422 if isinstance(error, KeyReused) else HTTP_OF_STATUS[error.status]
        return _response(code, error.status, error.message, error.details, headers)
    if isinstance(error, HttpError):
        status = _STATUS_OF_HTTP[error.code]
        details = [{"reason": error.reason}]
        return _response(error.code, status, error.message, details, error.headers)
    if isinstance(error, HTTPException) and error.code in _STATUS_OF_HTTP:
        status = _STATUS_OF_HTTP[error.code]
        return _response(error.code, status, error.description or error.name, [], {})
    log.error("unexpected %s", type(error).__name__, exc_info=error)
    return _response(500, "INTERNAL", "Something went wrong on our side. Try again later.", [], {})


def _challenge(error: RekindleError, resource_metadata: str | None, scope: str | None) -> str:
    """Returns what a client needs to get a token that will do (RFC 6750, RFC 9728)."""
    parts = {"realm": "rekindle"}
    if isinstance(error, InsufficientScope):
        parts["error"] = "insufficient_scope"
        if error.scope:
            parts["scope"] = error.scope
        scope = None
    elif any(detail.get("reason") != "NO_TOKEN" for detail in error.details):
        parts["error"] = "invalid_token"
    if scope:
        parts["scope"] = scope
    if resource_metadata:
        parts["resource_metadata"] = resource_metadata
    return "Bearer " + ", ".join(f'{name}="{value}"' for name, value in parts.items())


def _response(
    code: int, status: str, message: str, details: list[dict[str, Any]], headers: dict[str, str]
) -> Response:
    body = {"error": {"code": code, "status": status, "message": message, "details": details}}
    return Response(
        json.dumps(body, ensure_ascii=False, default=str),
        status=code,
        headers={"Cache-Control": NO_STORE, **headers},
        content_type="application/json; charset=utf-8",
    )

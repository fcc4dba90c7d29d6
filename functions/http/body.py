"""Reads request bodies: JSON of limited size that Firestore can store."""

import json
import socket
from contextlib import suppress
from typing import Any, NoReturn

from flask import Request
from werkzeug.exceptions import ClientDisconnected, HTTPException

from functions.http.errors import HttpError
from shared.base.deadline import current_deadline
from shared.base.errors import InvalidArgument
from shared.base.storable import problem_with_value
from shared.base.watchdog import Watchdog

MAX_BODY = 1024 * 1024
"""The size limit of a request's body, in bytes."""


def read_json(request: Request, watchdog: Watchdog, *, may_be_empty: bool = False) -> Any:
    """Returns the parsed body of a request; `{}` if there is none and there need not be one.

    Raises:
        HttpError: 408 if it does not arrive by the request's deadline, 413 if it is too large, 415
            if it is not declared as JSON.
        InvalidArgument: it is not valid JSON, or Firestore cannot store it.
    """
    raw = read_bytes(request, watchdog)
    if not raw and may_be_empty:
        return {}
    if not raw:
        raise InvalidArgument("The body is empty; send a JSON object.", [{"reason": "NO_BODY"}])
    if request.mimetype != "application/json" and not request.mimetype.endswith("+json"):
        raise HttpError(415, "Send the body as Content-Type: application/json.", "NOT_JSON")
    try:
        value = json.loads(raw, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise _invalid("is nested too deeply") from error
    except ValueError as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise InvalidArgument(
            f"The body is not valid JSON in UTF-8{where}.", [{"reason": "INVALID_JSON"}]
        ) from error
    problem = problem_with_value(value)
    if problem:
        raise _invalid(problem)
    return value


def read_bytes(request: Request, watchdog: Watchdog, limit: int = MAX_BODY) -> bytes:
    """Returns the body of a request, of at most `limit` bytes.

    Raises:
        HttpError: 408 if it does not arrive by the request's deadline, 413 if it is too large.
        InvalidArgument: it breaks off.
    """
    too_large = HttpError(
        413, f"The body must not exceed {limit:,} bytes. Send less at a time.", "BODY_TOO_LARGE"
    )
    if request.content_length is not None and request.content_length > limit:
        raise too_large
    if request.content_length == 0:
        return b""
    connection = request.environ.get("gunicorn.socket")

    def interrupt() -> None:
        # Reading ends as if the client had gone; the answer can still be sent.
        if connection is not None:
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RD)

    raw = b""
    with watchdog.watching(current_deadline(), interrupt) as watch:
        try:
            raw = request.stream.read(limit + 1)
        except ClientDisconnected:
            if not watch.fired:
                raise
        except HTTPException:
            raise
        except Exception as error:  # each server has errors of its own for odd chunks
            if not watch.fired:
                raise _invalid(
                    "broke off, or its chunks have no valid sizes; send it again"
                ) from error
    if watch.fired:
        raise HttpError(408, "The body took too long to arrive. Send it again.", "BODY_TOO_SLOW")
    if len(raw) > limit:
        raise too_large
    return raw


def _refuse_constant(name: str) -> NoReturn:
    raise _invalid(f"contains {name}, which is not valid JSON")


def _invalid(problem: str) -> InvalidArgument:
    return InvalidArgument(f"The body {problem}.", [{"reason": "INVALID_BODY"}])

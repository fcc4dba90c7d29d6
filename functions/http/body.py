"""Reads request bodies: JSON of limited size that Firestore can store."""

import json
from typing import Any, NoReturn

from flask import Request
from werkzeug.exceptions import HTTPException

from functions.http.errors import HttpError
from shared.base.errors import InvalidArgument
from shared.base.storable import problem_with_value

MAX_BODY = 1024 * 1024
"""The size limit of a request's body, in bytes."""


def read_json(request: Request) -> Any:
    """Returns the parsed body of a request.

    Raises:
        HttpError: 413 if it is too large, 415 if it is not declared as JSON.
        InvalidArgument: it is not valid JSON, or Firestore cannot store it.
    """
    raw = _read(request)
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


def _read(request: Request) -> bytes:
    too_large = HttpError(
        413, f"The body must not exceed {MAX_BODY:,} bytes. Send less at a time.", "BODY_TOO_LARGE"
    )
    if request.content_length is not None and request.content_length > MAX_BODY:
        raise too_large
    try:
        raw = request.stream.read(MAX_BODY + 1)
    except HTTPException:
        raise
    except Exception as error:  # each server has errors of its own for chunks that it cannot read
        raise _invalid("broke off, or its chunks have no valid sizes; send it again") from error
    if len(raw) > MAX_BODY:
        raise too_large
    return raw


def _refuse_constant(name: str) -> NoReturn:
    raise _invalid(f"contains {name}, which is not valid JSON")


def _invalid(problem: str) -> InvalidArgument:
    return InvalidArgument(f"The body {problem}.", [{"reason": "INVALID_BODY"}])

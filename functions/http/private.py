"""Handles requests to the private functions, which only Cloud Tasks and Cloud Scheduler call.

Cloud Run checks the caller (run.invoker) and strips the token's signature, so nothing is verified
here again.
"""

import json
import logging
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from flask import Request, Response

from adapters.cloud_tasks import TRACE_HEADER
from functions.http.body import read_json
from functions.http.deadlines import SECONDS, Limit
from functions.http.errors import error_response
from functions.http.observed import Observed, observed_delivery
from functions.wiring.services import services
from shared.base.deadline import within
from shared.base.errors import (
    FailedPrecondition,
    InvalidArgument,
    PermanentFailure,
    RekindleError,
    Unreadable,
)
from shared.base.telemetry import Doing

log = logging.getLogger(__name__)

_SECONDS = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,9})?")
"""A time in seconds since the epoch."""
_TASK_NAME = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""The name of a task of ours, which are hashes."""
_PERMANENT = (InvalidArgument, FailedPrecondition, PermanentFailure, Unreadable)
"""Errors that stay the same however often a task is repeated."""


def answer(
    request: Request, limit: Limit, work: Callable[[dict[str, Any]], dict[str, Any]]
) -> Response:
    """Runs `work` on the body within its deadline, and returns the response.

    Cloud Tasks retries everything but a 2xx. An error that a retry cannot change is therefore
    logged and answered with 200: what the task is for, a batch or something that is due, stays
    stored, and a later run of maintenance finds it there.
    """
    with _observed(request, limit.value) as seen:
        response = _answered(request, limit, work, seen)
        seen.ended(response.status_code, limit.value)
    return response


def _answered(
    request: Request,
    limit: Limit,
    work: Callable[[dict[str, Any]], dict[str, Any]],
    seen: Observed,
) -> Response:
    try:
        app = services()
        app.prepare("store")
        with within(SECONDS[limit]):
            body = read_json(request, app.watchdog) if request.content_length else {}
            result = work(body if isinstance(body, dict) else {})
    except _PERMANENT as error:
        seen.failed(error)
        reasons = [detail.get("reason") for detail in error.details]
        log.error("%s failed for good: %s %s", request.path, error.status, reasons)
        result = {"failed": error.status, "message": error.message}
    except Exception as error:
        seen.failed(error)
        if isinstance(error, RekindleError):
            log.warning("%s answered %s", request.path, error.status)
        return error_response(error)
    return Response(json.dumps(result), content_type="application/json")


def _observed(request: Request, function: str) -> AbstractContextManager[Observed]:
    """Reports a task; the headers are those that Cloud Tasks adds to each."""
    due = request.headers.get("X-CloudTasks-TaskETA", "")
    return observed_delivery(
        Doing.TASK,
        function,
        request.headers.get("traceparent"),
        follows=request.headers.get(TRACE_HEADER),
        attempt=retry_count(request),
        due=float(due) if _SECONDS.fullmatch(due) else None,
    )


def task_name(request: Request) -> str:
    """Returns the name of the task; empty if the call does not come from Cloud Tasks."""
    name = request.headers.get("X-CloudTasks-TaskName", "")
    return name if _TASK_NAME.fullmatch(name) else ""


def retry_count(request: Request) -> int:
    """Returns how often Cloud Tasks has tried this task before."""
    count = request.headers.get("X-CloudTasks-TaskRetryCount", "0")
    return int(count) if count.isascii() and count.isdigit() and len(count) < 10 else 0

"""Handles requests to the private functions, which only Cloud Tasks and Cloud Scheduler call.

Cloud Run checks the caller (run.invoker) and strips the token's signature, so nothing is verified
here again.
"""

import json
import logging
from collections.abc import Callable
from typing import Any

from flask import Request, Response

from functions.http.body import read_json
from functions.http.deadlines import SECONDS, Limit
from functions.http.errors import error_response
from functions.wiring.services import services
from shared.base.deadline import within
from shared.base.errors import (
    FailedPrecondition,
    InvalidArgument,
    PermanentFailure,
    RekindleError,
    Unreadable,
)

log = logging.getLogger(__name__)

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
    try:
        app = services()
        app.prepare("store")
        with within(SECONDS[limit]):
            body = read_json(request, app.watchdog) if request.content_length else {}
            result = work(body if isinstance(body, dict) else {})
    except _PERMANENT as error:
        reasons = [detail.get("reason") for detail in error.details]
        log.error("%s failed for good: %s %s", request.path, error.status, reasons)
        result = {"failed": error.status, "message": error.message}
    except Exception as error:
        if isinstance(error, RekindleError):
            log.warning("%s answered %s", request.path, error.status)
        return error_response(error)
    return Response(json.dumps(result), content_type="application/json")

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
from functions.http.errors import error_response
from shared.base.errors import RekindleError

log = logging.getLogger(__name__)


def answer(request: Request, work: Callable[[dict[str, Any]], dict[str, Any]]) -> Response:
    """Runs `work` on the body and returns the response.

    Cloud Tasks retries every error until the queue's limit, even a 400 that can never succeed, so
    errors are logged.
    """
    try:
        body = read_json(request) if request.content_length else {}
        result = work(body if isinstance(body, dict) else {})
    except Exception as error:
        if isinstance(error, RekindleError):
            log.warning("%s answered %s", request.path, error.status)
        return error_response(error)
    return Response(json.dumps(result), content_type="application/json")

"""What the private functions share: they are called by Cloud Tasks and Cloud Scheduler alone.

Cloud Run checks the caller (run.invoker) and strips the token's signature, so nothing is verified
again here.
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
    """Runs `work` on the body, and answers so that the queue repeats only what may succeed later.

    A request that can never succeed is answered with 400, which Cloud Tasks repeats until its
    limit; it is logged, so that it is found.
    """
    try:
        body = read_json(request) if request.content_length else {}
        result = work(body if isinstance(body, dict) else {})
    except Exception as error:
        if isinstance(error, RekindleError):
            log.warning("%s answered %s", request.path, error.status)
        return error_response(error)
    return Response(json.dumps(result), content_type="application/json")

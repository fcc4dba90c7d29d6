"""`run_maintenance`: what Cloud Scheduler starts, and the tasks it fans out into.

The scheduler calls it without a body: it finds what is due and enqueues one task for each user or
batch. Those tasks come back here with a body that names their work.
"""

from typing import Any

import functions_framework
from flask import Request, Response

from functions.http.private import answer
from functions.wiring.services import services
from shared.base.errors import InvalidArgument


@functions_framework.http
def run_maintenance(request: Request) -> Response:
    """Finds what is due, or does one piece of it."""

    def work(body: dict[str, Any]) -> dict[str, Any]:
        maintenance = services().maintenance
        if not body:
            return {"enqueued": maintenance.sweep()}
        job, uid = body.get("job"), body.get("uid")
        if not isinstance(job, str) or not isinstance(uid, str) or not uid:
            raise InvalidArgument("The task names no job and uid.")
        return {"changed": maintenance.run(job, uid)}

    return answer(request, work)

"""`run_maintenance`: the scheduled sweep, and the tasks that it fans out into.

Cloud Scheduler calls it without a body: it finds what is due and enqueues one task for each user or
batch. Those tasks call it again, with a body that names the job. An operator may list what is
parked (`{"job": "parked"}`) and have it tried again (`{"job": "release"}`).
"""

from dataclasses import asdict
from typing import Any

import functions_framework
from flask import Request, Response

from functions.http.deadlines import Limit
from functions.http.private import answer
from functions.wiring.services import services
from shared.base.errors import InvalidArgument


@functions_framework.http
def run_maintenance(request: Request) -> Response:
    """Enqueues a task for everything that is due, or runs one such task."""

    def work(body: dict[str, Any]) -> dict[str, Any]:
        maintenance = services().maintenance
        if not body:
            return asdict(maintenance.sweep())
        job, uid, tries = body.get("job"), body.get("uid"), body.get("tries", 0)
        if job == "parked":
            return {"parked": maintenance.parked()}
        if job == "release":
            return {"released": maintenance.release()}
        if not isinstance(job, str) or not isinstance(uid, str) or not uid:
            raise InvalidArgument("The task must name a job and a uid.")
        done = maintenance.run(job, uid, tries if isinstance(tries, int) else 0)
        return {"changed": done.changed, "failed": done.failed}

    return answer(request, Limit.RUN_MAINTENANCE, work)

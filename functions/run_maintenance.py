"""`run_maintenance`: the scheduled sweep, and the tasks that it fans out into.

Cloud Scheduler calls it without a body: it finds what is due and enqueues one task for each user or
batch. Those tasks call it again, with a body that names the job.

An operator may list what is parked (`{"job": "parked"}`), have it tried again
(`{"job": "release"}`), erase a user (`{"job": "erase", "uid": …}`), and, after a restore, erase
again who was erased since the backup (`{"job": "eraseAgain", "since": …}`).
"""

import logging
from dataclasses import asdict
from datetime import datetime
from typing import Any

import functions_framework
from flask import Request, Response

from functions.http.deadlines import Limit
from functions.http.private import answer
from functions.wiring.services import services
from shared.base.errors import InvalidArgument

log = logging.getLogger(__name__)


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
        if job == "eraseAgain":
            return {"erased": _erase_again(_time(body.get("since")))}
        if not isinstance(job, str) or not isinstance(uid, str) or not uid:
            raise InvalidArgument("The task must name a job and a uid.")
        if job == "erase":
            return {"deleted": services().erasing_again.one(uid)}
        done = maintenance.run(job, uid, tries if isinstance(tries, int) else 0)
        return {"changed": done.changed, "failed": done.failed}

    return answer(request, Limit.RUN_MAINTENANCE, work)


def _erase_again(since: datetime) -> int:
    erased = services().erasing_again.since(since)
    log.info("erased again since %s: %d users", since.isoformat(), erased)
    return erased


def _time(value: Any) -> datetime:
    try:
        time = datetime.fromisoformat(value)
    except (TypeError, ValueError):
        time = None
    if time is None or time.tzinfo is None:
        raise InvalidArgument("since must be a time, such as 2026-01-31T12:34:00Z.")
    return time

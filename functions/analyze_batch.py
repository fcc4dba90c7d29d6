"""`analyze_batch`: the task that analyses one batch. See `AnalysisWorker.analyze`."""

from typing import Any

import functions_framework
from flask import Request, Response

from functions.http.private import answer
from functions.wiring.services import services
from shared.base.errors import InvalidArgument


@functions_framework.http
def analyze_batch(request: Request) -> Response:
    """Analyses the batch that the task names."""

    def work(body: dict[str, Any]) -> dict[str, Any]:
        uid, batch_id = body.get("uid"), body.get("batchId")
        if not isinstance(uid, str) or not isinstance(batch_id, str) or not uid:
            raise InvalidArgument("The task names no uid and batchId.")
        batch = services().worker.analyze(uid, batch_id, execution=_execution(request))
        return {"state": batch.state if batch else "nothing_to_do"}

    return answer(request, work)


def _execution(request: Request) -> int:
    count = request.headers.get("X-CloudTasks-TaskRetryCount", "0")
    return int(count) if count.isascii() and count.isdigit() else 0

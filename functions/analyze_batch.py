"""`analyze_batch`: the task that analyzes one batch. See `AnalysisWorker.analyze`."""

from typing import Any

import functions_framework
from flask import Request, Response

from functions.http.deadlines import Limit
from functions.http.private import answer, retry_count, task_name
from functions.wiring.services import services
from shared.base.errors import InvalidArgument


@functions_framework.http
def analyze_batch(request: Request) -> Response:
    """Analyzes the batch named by the task."""

    def work(body: dict[str, Any]) -> dict[str, Any]:
        uid, batch_id = body.get("uid"), body.get("batchId")
        if not isinstance(uid, str) or not isinstance(batch_id, str) or not uid:
            raise InvalidArgument("The task must name a uid and a batchId.")
        batch = services().worker.analyze(
            uid, batch_id, task=task_name(request), execution=retry_count(request)
        )
        return {"state": batch.state if batch else "nothing_to_do"}

    return answer(request, Limit.ANALYZE_BATCH, work)

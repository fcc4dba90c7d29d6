"""The task queue, on Cloud Tasks."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from google.api_core import exceptions
from google.protobuf import duration_pb2, timestamp_pb2

from shared.base.backoff import pauses
from shared.base.deadline import time_left, within
from shared.base.errors import PermanentFailure, Unavailable
from shared.base.telemetry import Doing, span, traceparent

if TYPE_CHECKING:
    from google.cloud.tasks_v2 import CloudTasksClient

_TRANSIENT = (
    exceptions.ServiceUnavailable,
    exceptions.DeadlineExceeded,
    exceptions.InternalServerError,
    exceptions.ResourceExhausted,
    exceptions.Aborted,
)
TRACE_HEADER = "X-Rekindle-Traceparent"
"""The traceparent of what enqueued a task. Cloud Run's front end replaces the usual header with one
of its own."""
_PATIENCE = 10.0
"""Seconds until a task is given up, if the request has more."""
_CALL_TIMEOUT = 5.0
_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 2.0
"""The bounds of the longest pause between attempts, in seconds. It doubles each time."""


@dataclass(frozen=True)
class QueueTarget:
    """Where tasks go.

    Attributes:
        queue_of: the queue of a function's tasks, projects/P/locations/L/queues/Q. Maintenance has
            one of its own, so that neither waits for the other.
        url_of: the URL of a function.
        service_account: the identity of the calls; None to send no token, on the embedded stack.
        dispatch_deadline: the seconds that a function has to answer.
    """

    queue_of: Callable[[str], str]
    url_of: Callable[[str], str]
    service_account: str | None
    dispatch_deadline: int = 600


class CloudTasks:
    """Implements `shared.ports.Tasks` with a Cloud Tasks client."""

    def __init__(self, client: "CloudTasksClient", target: QueueTarget) -> None:
        self._client = client
        self._target = target

    def enqueue(
        self, function: str, name: str, body: dict[str, Any], *, at: datetime | None = None
    ) -> None:
        with span(Doing.ENQUEUE, route=function):
            self._enqueue(function, name, body, at)

    def _enqueue(self, function: str, name: str, body: dict[str, Any], at: datetime | None) -> None:
        url, queue = self._target.url_of(function), self._target.queue_of(function)
        cause = traceparent()
        request: dict[str, Any] = {
            "http_method": "POST",
            "url": url,
            "headers": {
                "Content-Type": "application/json",
                **({TRACE_HEADER: cause} if cause else {}),
            },
            "body": json.dumps(body).encode(),
        }
        if self._target.service_account:
            request["oidc_token"] = {
                "service_account_email": self._target.service_account,
                "audience": url,
            }
        task: dict[str, Any] = {
            "name": f"{queue}/tasks/{name}",
            "http_request": request,
            "dispatch_deadline": duration_pb2.Duration(seconds=self._target.dispatch_deadline),
        }
        if at:
            start = timestamp_pb2.Timestamp()
            start.FromDatetime(at)
            task["schedule_time"] = start
        with within(_PATIENCE):
            self._create({"parent": queue, "task": task})

    def _create(self, request: dict[str, Any]) -> None:
        """Creates a task. It is safe to retry, because every task here has a name."""
        failure, waits = None, pauses(_FIRST_PAUSE, _LONGEST_PAUSE)
        while allowed := time_left(_CALL_TIMEOUT):
            try:
                self._client.create_task(request=request, retry=None, timeout=allowed)
                return
            except exceptions.AlreadyExists:
                return
            except _TRANSIENT as error:
                failure = error
            except exceptions.GoogleAPICallError as error:
                raise PermanentFailure(
                    f"The task queue refused the task ({type(error).__name__}). A retry does not "
                    "help; the operators must check the queue's name and rights.",
                    [{"reason": "QUEUE_REFUSED"}],
                ) from error
            time.sleep(time_left(next(waits)))
        raise Unavailable(
            "The task queue did not answer in time. Try again.", [{"reason": "QUEUE_BUSY"}]
        ) from failure


def connect(emulator_host: str | None) -> "CloudTasksClient":
    """Returns a client for Cloud Tasks, or for an emulator at host:port.

    Unlike Firestore's library, this one has no environment variable for an emulator.
    """
    from google.cloud.tasks_v2 import CloudTasksClient

    if not emulator_host:
        return CloudTasksClient()
    import grpc
    from google.cloud.tasks_v2.services.cloud_tasks.transports import CloudTasksGrpcTransport

    channel = grpc.insecure_channel(emulator_host)
    return CloudTasksClient(transport=CloudTasksGrpcTransport(channel=channel))

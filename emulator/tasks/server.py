"""Cloud Tasks v2 over gRPC, using the client library's own messages."""

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from google.cloud.tasks_v2.types import cloudtasks, target
from google.protobuf import empty_pb2
from google.protobuf.message import DecodeError

from emulator.faults import Faults
from emulator.firestore.wire.http2.grpc_stream import Method, RpcError
from emulator.firestore.wire.http2.hpack import Headers
from emulator.firestore.wire.http2.http1 import Request, Response
from emulator.firestore.wire.http2.server import GrpcServer
from emulator.firestore.wire.http2.status import StatusCode
from emulator.guard import Guard, Zone
from emulator.tasks.dispatcher import Dispatcher
from emulator.tasks.queues import with_defaults
from emulator.tasks.storage import QueueMessage, StoredTask, TaskMessage, TaskStorage

SERVICE = "google.cloud.tasks.v2.CloudTasks"
MAX_TASK_BYTES = 1024 * 1024
MAX_AHEAD_SECONDS = 30 * 24 * 3600
DEFAULT_DEADLINE = 600
_DEADLINES = (15.0, 1800.0)
_QUEUE_NAME = re.compile(r"projects/[^/]+/locations/[^/]+/queues/[A-Za-z0-9-]{1,100}")
_TASK_ID = re.compile(r"[A-Za-z0-9_-]{1,500}")
_HttpMethod: Any = target.HttpMethod

_Call = Callable[[Any], Awaitable[Any]]


class CloudTasksServer:
    """The API. Reads and writes the storage, and wakes the dispatcher after changes."""

    def __init__(
        self,
        storage: TaskStorage,
        dispatcher: Dispatcher,
        clock: Callable[[], float],
        faults: Faults,
        guard: Guard,
    ) -> None:
        self._faults = faults
        self._guard = guard
        self._storage = storage
        self._dispatcher = dispatcher
        self._clock = clock
        self._server: GrpcServer | None = None

    async def start(self, host: str, port: int) -> int:
        """Starts serving and returns the port.

        Raises:
            OSError: the port is in use.
        """
        self._server = GrpcServer(self._methods(), _answer_http, self._refusal)
        return await self._server.start(host, port)

    async def stop(self) -> None:
        """Stops serving."""
        if self._server:
            await self._server.stop(grace=0.0)

    def _refusal(self, method: str, headers: Mapping[str, str]) -> tuple[int, str] | None:
        refusal = self._guard.refusal(Zone.SERVICES, method, headers)
        return (refusal.code, refusal.message) if refusal else None

    def _methods(self) -> dict[str, Method]:
        calls: dict[str, tuple[_Call, Any]] = {
            "ListQueues": (self.list_queues, cloudtasks.ListQueuesRequest),
            "GetQueue": (self.get_queue, cloudtasks.GetQueueRequest),
            "CreateQueue": (self.create_queue, cloudtasks.CreateQueueRequest),
            "UpdateQueue": (self.update_queue, cloudtasks.UpdateQueueRequest),
            "DeleteQueue": (self.delete_queue, cloudtasks.DeleteQueueRequest),
            "PurgeQueue": (self.purge_queue, cloudtasks.PurgeQueueRequest),
            "PauseQueue": (self.pause_queue, cloudtasks.PauseQueueRequest),
            "ResumeQueue": (self.resume_queue, cloudtasks.ResumeQueueRequest),
            "ListTasks": (self.list_tasks, cloudtasks.ListTasksRequest),
            "GetTask": (self.get_task, cloudtasks.GetTaskRequest),
            "CreateTask": (self.create_task, cloudtasks.CreateTaskRequest),
            "DeleteTask": (self.delete_task, cloudtasks.DeleteTaskRequest),
            "RunTask": (self.run_task, cloudtasks.RunTaskRequest),
        }
        return {
            f"/{SERVICE}/{name}": Method(unary=_served(call, request.pb()))
            for name, (call, request) in calls.items()
        }

    async def list_queues(self, request: Any) -> Any:
        """Returns the queues of a location, all on one page."""
        found = self._storage.queues(f"{request.parent}/queues/")
        return cloudtasks.ListQueuesResponse.pb()(queues=found)

    async def get_queue(self, request: Any) -> Any:
        """Returns a queue, or NOT_FOUND."""
        return await self._queue(request.name)

    async def create_queue(self, request: Any) -> Any:
        """Creates a queue, or returns ALREADY_EXISTS or INVALID_ARGUMENT."""
        queue = request.queue
        if not _QUEUE_NAME.fullmatch(queue.name):
            raise RpcError(StatusCode.INVALID_ARGUMENT, "Invalid queue name")
        if self._storage.get_queue(queue.name):
            raise RpcError(StatusCode.ALREADY_EXISTS, "Queue already exists")
        self._storage.put_queue(with_defaults(queue))
        return queue

    async def update_queue(self, request: Any) -> Any:
        """Replaces the masked fields of a queue, or creates it if it is missing."""
        known = self._storage.get_queue(request.queue.name)
        queue = known or QueueMessage(name=request.queue.name)
        if request.HasField("update_mask"):
            request.update_mask.MergeMessage(request.queue, queue, replace_message_field=True)
        else:
            queue = request.queue
        self._storage.put_queue(with_defaults(queue))
        self._dispatcher.wake()
        return queue

    async def delete_queue(self, request: Any) -> Any:
        """Deletes a queue and its tasks."""
        await self._queue(request.name)
        self._storage.delete_queue(request.name)
        return empty_pb2.Empty()

    async def purge_queue(self, request: Any) -> Any:
        """Deletes all tasks of a queue."""
        queue = await self._queue(request.name)
        self._storage.purge(request.name)
        return queue

    async def pause_queue(self, request: Any) -> Any:
        """Stops dispatching; new tasks are still accepted."""
        return await self._set_state(request.name, QueueMessage.PAUSED)

    async def resume_queue(self, request: Any) -> Any:
        """Resumes dispatching."""
        return await self._set_state(request.name, QueueMessage.RUNNING)

    async def list_tasks(self, request: Any) -> Any:
        """Returns a page of a queue's tasks."""
        await self._queue(request.parent)
        size = request.page_size or 1000
        found = self._storage.tasks(request.parent, request.page_token, size + 1)
        token = found[size - 1].name if len(found) > size else ""
        view = request.response_view
        tasks = [_shown(task.message, view) for task in found[:size]]
        return cloudtasks.ListTasksResponse.pb()(tasks=tasks, next_page_token=token)

    async def get_task(self, request: Any) -> Any:
        """Returns a task, or NOT_FOUND."""
        task = await self._task(request.name)
        return _shown(task.message, request.response_view)

    async def create_task(self, request: Any) -> Any:
        """Creates a task; ALREADY_EXISTS if its name is in use or was within the last hour."""
        await self._queue(request.parent)
        task = request.task
        if self._faults.dies_at_enqueue("before", task.name):
            raise RpcError(StatusCode.UNAVAILABLE, "The caller was killed.")
        if self._faults.outages.queue_is_away():
            raise RpcError(StatusCode.UNAVAILABLE, "The queue is away.")
        now = self._clock()
        problem = _problem(request.parent, task, now)
        if problem:
            raise RpcError(StatusCode.INVALID_ARGUMENT, problem)
        if not task.name:
            task.name = f"{request.parent}/tasks/{secrets.randbits(63)}"
        if self._storage.is_taken(task.name, now):
            raise RpcError(
                StatusCode.ALREADY_EXISTS,
                "The task cannot be created because a task with this name existed too recently. "
                "For more information about task de-duplication see "
                "https://cloud.google.com/tasks/docs/reference/rest/v2/projects.locations."
                "queues.tasks/create#body.request_body.FIELDS.task.",
            )
        due = task.schedule_time.ToNanoseconds() / 1e9 if task.HasField("schedule_time") else now
        stored = TaskMessage()
        stored.CopyFrom(task)
        stored.create_time.FromNanoseconds(int(now * 1e9))
        stored.schedule_time.FromNanoseconds(int(max(due, now) * 1e9))
        stored.http_request.http_method = task.http_request.http_method or _HttpMethod.POST
        if not stored.HasField("dispatch_deadline"):
            stored.dispatch_deadline.FromSeconds(DEFAULT_DEADLINE)
        stored.view = TaskMessage.FULL
        self._storage.add(StoredTask(task.name, request.parent, max(due, now), stored))
        self._dispatcher.wake()
        if self._faults.dies_at_enqueue("after", task.name):
            raise RpcError(StatusCode.UNAVAILABLE, "The caller was killed.")
        return _shown(stored, request.response_view)

    async def delete_task(self, request: Any) -> Any:
        """Deletes a task; its name stays reserved."""
        await self._task(request.name)
        self._storage.end(request.name, self._clock())
        return empty_pb2.Empty()

    async def run_task(self, request: Any) -> Any:
        """Dispatches a task now, even from a paused queue."""
        task = await self._task(request.name)
        await self._dispatcher.deliver_now(task)
        return _shown(task.message, request.response_view)

    async def _queue(self, name: str) -> Any:
        queue = self._storage.get_queue(name)
        if queue is None:
            raise RpcError(StatusCode.NOT_FOUND, "Requested entity was not found.")
        return queue

    async def _task(self, name: str) -> StoredTask:
        task = self._storage.get(name)
        if task is None:
            raise RpcError(StatusCode.NOT_FOUND, "Requested entity was not found.")
        return task

    async def _set_state(self, name: str, state: int) -> Any:
        queue = await self._queue(name)
        queue.state = state
        self._storage.put_queue(queue)
        self._dispatcher.wake()
        return queue


def _served(call: _Call, request_class: Any) -> Callable[[bytes, Headers], Awaitable[bytes]]:
    async def serve(data: bytes, _headers: Headers) -> bytes:
        try:
            request = request_class.FromString(data)
        except DecodeError as error:
            text = "The request is not a valid message."
            raise RpcError(StatusCode.INVALID_ARGUMENT, text) from error
        return bytes((await call(request)).SerializeToString())

    return serve


async def _answer_http(_request: Request) -> Response:
    return Response(404, "Not Found", b"{}")


def _shown(message: Any, view: int) -> Any:
    """Returns the task in a view; the basic one omits the body, which may be large or private."""
    shown = TaskMessage()
    shown.CopyFrom(message)
    if view != TaskMessage.FULL:
        shown.http_request.ClearField("body")
        shown.view = TaskMessage.BASIC
    return shown


def _problem(parent: str, task: Any, now: float) -> str | None:
    """Returns why a task is invalid, in production's words if they are known; None if it is not."""
    if task.name:
        queue, _, id_ = task.name.partition("/tasks/")
        if queue != parent or not _TASK_ID.fullmatch(id_):
            return f'Task name must be formatted: "{parent}/tasks/<TASK_ID>"'
    if not task.HasField("http_request") or not task.http_request.url:
        return "HttpRequest.url is required"
    if not task.http_request.url.startswith(("http://", "https://")):
        return "HttpRequest.url must start with http:// or https://"
    if task.ByteSize() > MAX_TASK_BYTES:
        return "Task size too large"
    if task.http_request.body and task.http_request.http_method in (
        _HttpMethod.GET,
        _HttpMethod.HEAD,
        _HttpMethod.DELETE,
        _HttpMethod.OPTIONS,
    ):
        return "HTTP body is not allowed for this method"
    if task.HasField("schedule_time"):
        due = task.schedule_time.ToNanoseconds() / 1e9
        if due > now + MAX_AHEAD_SECONDS:
            return "Task.scheduleTime must be within 30 days of now"
    if task.HasField("dispatch_deadline"):
        deadline = task.dispatch_deadline.ToNanoseconds() / 1e9
        if not _DEADLINES[0] <= deadline <= _DEADLINES[1]:
            return "Task.dispatchDeadline must be between [15s, 30m]"
    return None

"""Delivers tasks on time and within the queue's limits, retries failures, and loses none.

Each attempt is counted and stored before it is made. If the process is killed in between, the task
is delivered again with a higher retry count, as in production after a timeout.

A task that cannot be called at all, such as one whose URL cannot be parsed, is parked: it stays in
its queue with the reason in its last attempt, and is not tried again unless somebody runs it.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import httpx
from google.cloud.tasks_v2 import types

from emulator.alarm import Alarm
from emulator.faults import Faults
from emulator.firestore.wire.http2.status import StatusCode
from emulator.tasks.queues import backoff, is_exhausted
from emulator.tasks.storage import StoredTask, TaskStorage
from emulator.tokens import identity_token

log = logging.getLogger(__name__)

HttpMethod: Any = types.HttpMethod
IDLE_HORIZON = 60.0
"""A task due within this many seconds counts as about to be delivered."""
_PARKED_UNTIL = 253_402_300_799
"""The due time of a parked task, in seconds since the epoch: the last second of the year 9999."""


class _Uncallable(Exception):
    """A task that no attempt can deliver; the text says why, without anything of the task."""


class Dispatcher:
    """Delivers the tasks of all queues.

    Args:
        storage: stores the queues and tasks.
        clock: seconds since the epoch; may jump forward.
        client: makes the calls.
        faults: injects faults.
    """

    def __init__(
        self,
        storage: TaskStorage,
        clock: Callable[[], float],
        client: httpx.AsyncClient,
        faults: Faults,
    ) -> None:
        self._faults = faults
        self._storage = storage
        self._clock = clock
        self._client = client
        self._alarm = Alarm(clock)
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._next_start: dict[str, float] = {}

    @property
    def waiting(self) -> int:
        """The number of tasks in progress or due within the next minute."""
        soon = self._storage.count_due_before(self._clock() + IDLE_HORIZON)
        return max(soon, len(self._under_way))

    @property
    def scheduled_later(self) -> int:
        """The number of tasks due later than that."""
        return self._storage.count_due_before(float("inf")) - self._storage.count_due_before(
            self._clock() + IDLE_HORIZON
        )

    def wake(self) -> None:
        """Looks for due tasks now, after one was added or the clock was moved."""
        self._alarm.ring()

    async def run(self) -> None:
        """Delivers tasks until canceled."""
        while True:
            self._alarm.reset()
            now = self._clock()
            times = [*self._start_due(now), self._storage.next_due(now)]
            await self._alarm.wait(min((at for at in times if at is not None), default=None))

    async def deliver_now(self, task: StoredTask) -> None:
        """Delivers a task at once, ignoring its due time and its queue's state and limits."""
        if task.name not in self._under_way:
            self._start(task)

    def _start_due(self, now: float) -> list[float]:
        """Starts due tasks; returns when queues whose rate holds others back go on."""
        held: list[float] = []
        for queue in self._storage.queues():
            if queue.state != queue.RUNNING:
                continue
            running = sum(name.startswith(f"{queue.name}/") for name in self._under_way)
            room = queue.rate_limits.max_concurrent_dispatches - running
            gap = 1 / queue.rate_limits.max_dispatches_per_second
            for task in self._storage.due(queue.name, now, room + running):
                if room <= 0:
                    break
                if task.name in self._under_way:
                    continue
                next_start = self._next_start.get(queue.name, 0.0)
                if next_start > now:
                    held.append(next_start)
                    break
                burst = queue.rate_limits.max_burst_size * gap
                earliest = max(next_start, now - burst)
                self._next_start[queue.name] = earliest + gap
                self._start(task)
                room -= 1
        return held

    def _start(self, task: StoredTask) -> None:
        attempt = asyncio.create_task(self._attempt(task))
        self._under_way[task.name] = attempt
        attempt.add_done_callback(lambda done: self._finished(task.name, done))

    def _finished(self, name: str, done: asyncio.Task[None]) -> None:
        self._under_way.pop(name, None)
        if not done.cancelled() and done.exception():
            log.error("task could not be delivered", exc_info=done.exception())
        self.wake()

    async def _attempt(self, task: StoredTask) -> None:
        queue = self._storage.get_queue(task.queue)
        message = task.message
        now = self._clock()
        headers = _headers(task)
        attempts = message.dispatch_count
        message.dispatch_count += 1
        message.last_attempt.dispatch_time.FromNanoseconds(int(now * 1e9))
        if not message.HasField("first_attempt"):
            message.first_attempt.CopyFrom(message.last_attempt)
        if not self._storage.update(task):
            return
        try:
            status = await self._faults.deliver(
                "task", task.name, attempts, lambda: self._call(message, headers)
            )
        except _Uncallable as error:
            self._park(task, str(error))
            return
        ended = self._clock()
        if status is not None:
            message.response_count += 1
            message.last_attempt.response_time.FromNanoseconds(int(ended * 1e9))
        message.last_attempt.response_status.code = 0 if _succeeded(status) else 2
        message.last_attempt.response_status.message = f"HTTP {status or 'no response'}"
        age = ended - message.first_attempt.dispatch_time.ToNanoseconds() / 1e9
        if _succeeded(status) or queue is None:
            self._storage.end(task.name, ended)
        elif is_exhausted(queue.retry_config, message.dispatch_count, age):
            log.error("gave up on a task after %d attempts", message.dispatch_count)
            self._storage.end(task.name, ended)
        else:
            due = ended + backoff(queue.retry_config, message.dispatch_count)
            message.schedule_time.FromNanoseconds(int(due * 1e9))
            self._storage.update(StoredTask(task.name, task.queue, due, message))

    async def _call(self, message: Any, headers: dict[str, str]) -> int | None:
        task = message.http_request
        try:
            _check_url(task.url)
            request = self._client.build_request(
                HttpMethod(task.http_method).name,
                task.url,
                content=task.body or None,
                headers={**dict(task.headers), **headers},
                timeout=message.dispatch_deadline.ToNanoseconds() / 1e9,
            )
            response = await self._client.send(request)
        except (httpx.LocalProtocolError, httpx.UnsupportedProtocol) as error:
            raise _Uncallable(type(error).__name__) from error
        except httpx.HTTPError:
            return None
        except Exception as error:
            # Libraries raise various errors for a URL, header, or method that makes no request.
            raise _Uncallable(type(error).__name__) from error
        return response.status_code

    def _park(self, task: StoredTask, why: str) -> None:
        log.error(
            "task parked: its URL, headers, or method make no request (%s). Delete it, or fix what "
            "enqueues it: %s",
            why,
            task.name,
        )
        status = task.message.last_attempt.response_status
        status.code = StatusCode.INVALID_ARGUMENT.value
        status.message = f"Parked: the URL, headers, or method make no request ({why})."
        task.message.schedule_time.FromSeconds(_PARKED_UNTIL)
        self._storage.update(StoredTask(task.name, task.queue, _PARKED_UNTIL, task.message))


def _check_url(url: str) -> None:
    """Raises ValueError for a URL that names no host or port; httpx would look its host up."""
    parts = urlsplit(url)
    if not parts.hostname or parts.port == 0:
        raise ValueError("no host or port")


def _succeeded(status: int | None) -> bool:
    return status is not None and 200 <= status < 300


def _headers(task: StoredTask) -> dict[str, str]:
    """Returns the headers that Cloud Tasks sends; must run before this attempt is counted."""
    message = task.message
    headers = {
        "User-Agent": "Google-Cloud-Tasks",
        "X-CloudTasks-QueueName": task.queue.rsplit("/", 1)[-1],
        "X-CloudTasks-TaskName": task.name.rsplit("/", 1)[-1],
        "X-CloudTasks-TaskRetryCount": str(message.dispatch_count),
        "X-CloudTasks-TaskExecutionCount": str(message.response_count),
        "X-CloudTasks-TaskETA": f"{task.due:.6f}",
    }
    if message.response_count:
        previous = message.last_attempt.response_status.message.removeprefix("HTTP ")
        headers["X-CloudTasks-TaskPreviousResponse"] = previous
    token = message.http_request.oidc_token
    if token.service_account_email:
        headers["Authorization"] = (
            f"Bearer {identity_token(token.service_account_email, token.audience)}"
        )
    return headers

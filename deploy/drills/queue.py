"""The stack's queues, through the API of Cloud Tasks."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager

import grpc
from google.cloud.tasks_v2 import CloudTasksClient, HttpRequest, Task
from google.cloud.tasks_v2.services.cloud_tasks.transports import CloudTasksGrpcTransport

from deploy.drills.drill import DrillFailed
from emulator.client import StackProcess

LONGEST_WAIT = 60.0
"""Seconds for tasks to appear."""


class Queue:
    """A queue.

    Args:
        client: the client of Cloud Tasks.
        name: projects/P/locations/L/queues/Q.
    """

    def __init__(self, client: CloudTasksClient, name: str) -> None:
        self._client = client
        self._name = name

    def send(self, url: str, body: object) -> None:
        """Adds a task that sends JSON to a URL."""
        request = HttpRequest(
            url=url,
            headers={"Content-Type": "application/json"},
            body=json.dumps(body).encode(),
        )
        self._client.create_task(parent=self._name, task=Task(http_request=request))

    def pause(self) -> None:
        """Starts no more tasks."""
        self._client.pause_queue(name=self._name)

    def resume(self) -> None:
        """Starts tasks again."""
        self._client.resume_queue(name=self._name)

    @property
    def tasks(self) -> int:
        """How many tasks wait."""
        return sum(1 for _ in self._client.list_tasks(parent=self._name))

    def await_tasks(self, count: int) -> None:
        """Waits until as many tasks wait.

        Raises:
            DrillFailed: they do not appear.
        """
        until = time.monotonic() + LONGEST_WAIT
        while (found := self.tasks) < count:
            if time.monotonic() > until:
                raise DrillFailed(f"{found} tasks are in the queue instead of {count}")
            time.sleep(0.05)


@contextmanager
def queue_of(stack: StackProcess, name: str = "rekindle") -> Iterator[Queue]:
    """Connects to a queue of a stack: by default, that of analyses."""
    with grpc.insecure_channel(stack.tasks) as channel:
        client = CloudTasksClient(transport=CloudTasksGrpcTransport(channel=channel))
        yield Queue(client, f"projects/{stack.project}/locations/europe-west1/queues/{name}")

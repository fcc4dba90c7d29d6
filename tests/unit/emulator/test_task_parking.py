"""A task that makes no request is parked: it neither stops the dispatcher nor keeps it busy."""

import asyncio
import logging

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.faults import Faults
from emulator.stack import StackProcesses
from emulator.tasks import Dispatcher, TaskStorage
from emulator.tasks.queues import with_defaults
from emulator.tasks.storage import QueueMessage, StoredTask, TaskMessage

QUEUE = "projects/p/locations/l/queues/q"


def task_of(name, url, headers=(), method=1, body=b""):
    message = TaskMessage(name=f"{QUEUE}/tasks/{name}")
    message.http_request.url = url
    message.http_request.http_method = method
    message.http_request.body = body
    for header, value in headers:
        message.http_request.headers[header] = value
    message.dispatch_deadline.FromSeconds(15)
    return StoredTask(message.name, QUEUE, 0.0, message)


def dispatch(*tasks):
    """Runs the dispatcher on tasks until it has nothing left; returns the storage and the calls."""
    called = []

    def answer(request: httpx.Request) -> httpx.Response:
        called.append(str(request.url))
        return httpx.Response(200)

    async def run():
        storage = TaskStorage(None)
        storage.put_queue(with_defaults(QueueMessage(name=QUEUE)))
        for task in tasks:
            storage.add(task)
        async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
            faults = Faults(StackProcesses())
            dispatcher = Dispatcher(storage, lambda: 1000.0, client, faults)
            running = asyncio.create_task(dispatcher.run())
            async with asyncio.timeout(20):
                while dispatcher.waiting:
                    await asyncio.sleep(0)
            assert not running.done()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
        return storage

    return asyncio.run(run()), called


ODD = {
    "brackets": {"url": "http://["},
    "port": {"url": "http://127.0.0.1:99999/"},
    "no number": {"url": "http://127.0.0.1:x/"},
    "control": {"url": "http://127.0.0.1/\x00"},
    "label": {"url": "http://" + "a" * 70_000},
    "unicode header": {"url": "http://x/", "headers": [("X-A", "é\ud7ff")]},
    "unicode name": {"url": "http://x/", "headers": [("é", "a")]},
    "method": {"url": "http://x/", "method": 99},
    "no method": {"url": "http://x/", "method": 0},
}


@pytest.mark.parametrize("odd", ODD)
def test_it_is_kept_with_its_reason_and_others_are_delivered(odd, caplog):
    with caplog.at_level(logging.ERROR):
        storage, called = dispatch(
            task_of("odd", **ODD[odd]), *(task_of(f"t{n}", f"http://x/{n}") for n in range(3))
        )
    assert {f"http://x/{n}" for n in range(3)} <= set(called)
    left = storage.get(f"{QUEUE}/tasks/odd")
    if left is None:
        assert odd in ("no method", "control", "label"), "it was delivered after all"
        return
    assert left.message.dispatch_count == 1
    assert left.message.last_attempt.response_status.message.startswith("Parked: ")
    assert storage.due(QUEUE, 1e11, 10) == []
    assert [record.message.partition(":")[0] for record in caplog.records] == ["task parked"]


@settings(deadline=None)
@given(
    st.text(max_size=30),
    st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), max_size=2),
    st.integers(0, 9),
)
def test_whatever_a_task_holds_is_tried_once_and_ends_or_stays_parked(rest, headers, method):
    storage, _ = dispatch(
        task_of("odd", f"http://{rest}", headers, method), task_of("t", "http://x")
    )
    assert storage.get(f"{QUEUE}/tasks/t") is None
    left = storage.get(f"{QUEUE}/tasks/odd")
    assert left is None or left.message.dispatch_count == 1

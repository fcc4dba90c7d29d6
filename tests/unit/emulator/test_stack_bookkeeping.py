"""What the stack remembers for an hour or a day does not slow down what is new."""

import asyncio

import pytest

from emulator.eventarc.bridge import PER_USER, Bridge
from emulator.eventarc.courier import Courier
from emulator.eventarc.listener import Firestore
from emulator.eventarc.outbox import Event, Outbox
from emulator.faults import Faults
from emulator.stack import StackProcesses
from emulator.tasks.storage import StoredTask, TaskMessage, TaskStorage


def steps_of(database, action):
    """The SQLite instructions of an action, in tens: the same on every machine."""
    count = 0

    def step():
        nonlocal count
        count += 1

    database.set_progress_handler(step, 10)
    action()
    database.set_progress_handler(None, 0)
    return count


@pytest.fixture
def outbox():
    box = Outbox(None)
    yield box
    box.close()


@pytest.fixture
def tasks():
    storage = TaskStorage(None)
    yield storage
    storage.close()


def event(number):
    return prompt_event("ada", number)


def prompt_event(uid, number):
    name = f"projects/p/databases/(default)/documents/users/{uid}/prompts/{number}"
    return Event(name, "2026-01-01T00:00:00Z", b"payload")


def test_an_event_costs_the_same_however_many_were_delivered(outbox):
    def add(numbers, *, delivered=False):
        outbox.add(map(event, numbers), b"token", 1000.0, delivered=delivered)

    few = steps_of(outbox._db, lambda: add([-1]))
    add(range(5000), delivered=True)
    many = steps_of(outbox._db, lambda: add([-2]))
    assert many <= 2 * few


@pytest.mark.parametrize("old", [False, True])
def test_a_delivered_event_is_recognized_without_its_name_or_content(outbox, old):
    one = event(1)
    outbox.add([one], b"token", 1000.0, delivered=old)
    if not old:
        outbox.delivered(outbox.due(1000.0, 1)[0], 1000.0)
    kept = str(outbox._db.execute("SELECT * FROM events").fetchall())
    assert "ada" not in kept
    assert "payload" not in kept
    outbox.add([one], b"token", 1001.0, delivered=False)
    assert outbox.waiting == 0
    outbox.add([event(2)], b"token", 1000.0 + 25 * 3600, delivered=False)
    assert outbox.waiting == 1
    outbox.add([one], b"token", 1000.0 + 25 * 3600, delivered=False)
    assert outbox.waiting == 2


def test_many_events_of_one_user_leave_room_for_those_of_others(outbox):
    """Deliveries take as long as the test lets them; the others' events are among the first."""
    ada = [event(number) for number in range(50)]
    others = [prompt_event(uid, 1) for uid in ("bob", "eve_", "ad")]
    outbox.add([*ada, *others], b"token", 1000.0, delivered=False)
    first: list[str] = []

    async def scenario():
        enough = asyncio.Event()

        async def take(reader, _writer):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first.extend(line for line in head.splitlines() if line.startswith("ce-document: "))
            if len(first) == PER_USER + len(others):
                enough.set()

        firestore = Firestore("127.0.0.1:1", "demo")
        async with await asyncio.start_server(take, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            courier, faults = Courier(f"http://127.0.0.1:{port}/"), Faults(StackProcesses())
            bridge = Bridge(firestore, outbox, courier, lambda: 2000.0, "here", faults)
            delivering = asyncio.create_task(bridge.deliver())
            await asyncio.wait_for(enough.wait(), 20)
            delivering.cancel()
            for attempt in bridge._under_way.values():
                attempt.cancel()
            await asyncio.gather(*bridge._under_way.values(), return_exceptions=True)
        await firestore.close()

    asyncio.run(scenario())
    assert sum("users/ada/" in each for each in first) == PER_USER
    assert len(first) == PER_USER + len(others)


def test_the_end_of_a_task_costs_the_same_however_many_names_are_taken(tasks):
    few = steps_of(tasks._db, lambda: tasks.end("first", 1000.0))
    for number in range(2000):
        tasks.end(f"task-{number}", 1000.0)
    many = steps_of(tasks._db, lambda: tasks.end("last", 1000.0))
    assert many <= 2 * few


def test_what_has_ended_is_still_forgotten(outbox, tasks):
    outbox.add([event(1)], b"token", 1000.0, delivered=True)
    outbox.add([], b"token", 1000.0 + 25 * 3600, delivered=False)
    outbox.add([event(1)], b"token", 1000.0 + 25 * 3600, delivered=False)
    assert outbox.waiting == 1
    tasks.end("name", 1000.0)
    tasks.end("other", 1000.0 + 2 * 3600)
    assert not tasks.is_taken("name", 1000.0)


def test_tasks_that_are_under_way_wake_nobody(tasks):
    message = TaskMessage(name="q/a")
    tasks.add(StoredTask("q/a", "q", 1000.0, message))
    assert tasks.next_due(1000.0) is None
    tasks.add(StoredTask("q/b", "q", 1005.0, message))
    assert tasks.next_due(1000.0) == 1005.0

"""What the stack remembers for an hour or a day does not slow down what is new."""

import pytest

from emulator.eventarc.outbox import Event, Outbox
from emulator.tasks.storage import TaskStorage


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
    return Event(f"users/ada/prompts/{number}", "2026-01-01T00:00:00Z", b"payload")


def test_an_event_costs_the_same_however_many_were_delivered(outbox):
    def add(numbers, *, delivered=False):
        outbox.add(map(event, numbers), b"token", 1000.0, delivered=delivered)

    few = steps_of(outbox._db, lambda: add([-1]))
    add(range(5000), delivered=True)
    many = steps_of(outbox._db, lambda: add([-2]))
    assert many <= 2 * few


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

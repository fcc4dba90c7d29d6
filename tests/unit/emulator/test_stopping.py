"""Endless loops end whenever they are canceled; processes exit at once."""

import asyncio
import subprocess
import sys
from collections.abc import Callable

import httpx
import pytest

from emulator.eventarc import Bridge
from emulator.eventarc.courier import Courier
from emulator.eventarc.listener import Firestore
from emulator.eventarc.outbox import Outbox
from emulator.faults import Faults
from emulator.stack import StackProcesses
from emulator.tasks import Dispatcher, TaskStorage


def clock() -> float:
    return 0.0


async def ends(part: asyncio.Task[None], wake: Callable[[], None], turns: int) -> bool:
    """Whether a part ends if it is canceled that many turns of the loop after it was woken."""
    for _ in range(10):  # until it waits
        await asyncio.sleep(0)
    wake()
    for _ in range(turns):
        await asyncio.sleep(0)
    part.cancel()
    done, _ = await asyncio.wait({part}, timeout=20)
    return bool(done)


@pytest.mark.parametrize("turns", range(6))
def test_delivering_tasks_ends_though_one_ends_just_then(turns: int) -> None:
    async def scenario() -> bool:
        async with httpx.AsyncClient() as client:
            dispatcher = Dispatcher(TaskStorage(None), clock, client, Faults(StackProcesses()))
            return await ends(asyncio.create_task(dispatcher.run()), dispatcher.wake, turns)

    assert asyncio.run(scenario())


@pytest.mark.parametrize("turns", range(6))
def test_delivering_events_ends_though_one_arrives_just_then(turns: int) -> None:
    async def scenario() -> bool:
        firestore = Firestore("127.0.0.1:1", "demo")
        courier, faults = Courier("http://127.0.0.1:1"), Faults(StackProcesses())
        bridge = Bridge(firestore, Outbox(None), courier, clock, "here", faults)
        ended = await ends(asyncio.create_task(bridge.deliver()), bridge.wake, turns)
        await firestore.close()
        return ended

    assert asyncio.run(scenario())


@pytest.mark.parametrize(
    ("code", "status", "reason"), [(0, 0, ""), (3, 3, ""), (None, 0, ""), ("a port", 1, "a port\n")]
)
def test_a_process_leaves_with_its_status_and_all_it_said(
    code: object, status: int, reason: str
) -> None:
    said = "x" * 100_000
    script = f"""
import atexit, sys
from emulator.leaving import leave
atexit.register(print, "freed")
sys.stdout.write({said!r})
leave({code!r})
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (status, said, reason)

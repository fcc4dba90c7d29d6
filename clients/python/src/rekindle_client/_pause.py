"""Waiting, in a thread and in a task."""

import time

import anyio


def pause(seconds: float) -> None:
    """Waits in this thread."""
    time.sleep(seconds)


async def async_pause(seconds: float) -> None:
    """Waits in this task, which may be cancelled meanwhile."""
    await anyio.sleep(seconds)

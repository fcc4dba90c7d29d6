"""How long a conversation waits for Rekindle before it goes on without it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import TypeVar

from rekindle_client.errors import RekindleError, Unreachable

PATIENCE = 2.0
"""Seconds, unless the application says otherwise."""

Answer = TypeVar("Answer")

_under_way: set[asyncio.Task[None]] = set()
"""Recordings, some of which nobody waits for any more; the event loop itself keeps no task."""


async def in_time(
    asked: Awaitable[Answer], seconds: float, on_error: Callable[[RekindleError], object]
) -> Answer | None:
    """Returns the answer, or None without one in so many seconds; `on_error` hears why."""
    try:
        async with asyncio.timeout(seconds):
            return await asked
    except TimeoutError:
        on_error(
            Unreachable(
                f"Rekindle did not answer within {seconds:g} seconds. The conversation goes on "
                "without it. If this is frequent, raise `patience`."
            )
        )
    except RekindleError as error:
        on_error(error)
    return None


def begun(recording: Coroutine[None, None, None]) -> asyncio.Future[None]:
    """Begins to record; returns what ends with that.

    The recording goes on if whoever waits for it gives up, so it must deal with its own errors.
    """
    task = asyncio.create_task(recording)
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)
    return asyncio.shield(task)

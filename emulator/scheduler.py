"""An embedded Cloud Scheduler with one job: maintenance, every hour on the hour."""

import asyncio
import logging
from collections.abc import Callable

import httpx

log = logging.getLogger(__name__)

EVERY = 3600.0
"""Seconds between runs."""
_LONGEST_SLEEP = 5.0
_DEADLINE = 180.0


class Scheduler:
    """Calls the scheduled function.

    When the clock is moved past several runs, they are skipped, as in production after an outage;
    `run_now` catches up.
    """

    def __init__(self, url: str, clock: Callable[[], float], client: httpx.AsyncClient) -> None:
        self._url = url
        self._clock = clock
        self._client = client
        self._next = self._following()

    async def run(self) -> None:
        """Calls the function on schedule until canceled."""
        while True:
            left = self._next - self._clock()
            if left > 0:
                await asyncio.sleep(min(left, _LONGEST_SLEEP))
                continue
            self._next = self._following()
            try:
                await self.run_now()
            except httpx.HTTPError as error:
                log.warning("maintenance did not respond: %s", type(error).__name__)

    def skip_missed(self) -> None:
        """Schedules the next run from the current time, after the clock was moved."""
        self._next = self._following()

    async def run_now(self) -> httpx.Response:
        """Calls the function now and returns its response.

        Raises:
            httpx.HTTPError: the function did not respond.
        """
        return await self._client.post(
            self._url, headers={"X-CloudScheduler": "true"}, timeout=_DEADLINE
        )

    def _following(self) -> float:
        return (self._clock() // EVERY + 1) * EVERY

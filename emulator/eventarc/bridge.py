"""Delivers an event for each new prompt: at least once, in any order, retried until accepted."""

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable
from datetime import UTC
from typing import Any

import grpc.aio

from emulator.alarm import Alarm
from emulator.eventarc.cloudevent import headers_of, payload_of
from emulator.eventarc.courier import Courier
from emulator.eventarc.listener import Firestore, Snapshot
from emulator.eventarc.outbox import Event, Outbox
from emulator.faults import Faults

log = logging.getLogger(__name__)

GROUP = "prompts"
CONCURRENCY = 8
"""The most deliveries in progress at once."""
PER_USER = 4
"""The most of them for one user, whose many prompts would otherwise delay everybody else's."""
FIRST_RETRY = 0.1
LONGEST_RETRY = 10.0
"""Seconds between attempts: the first pause doubles each time, up to the longest."""
_MARKERS = "emulator/eventarc/prompts"


class Bridge:
    """Listens for documents of `users/{uid}/prompts` and delivers an event for each new one.

    Args:
        firestore: the database, embedded or not.
        outbox: stores the events that are not delivered yet.
        courier: takes the events to the function that receives them.
        clock: seconds since the epoch.
        location: the region named in the events.
        faults: injects faults.
    """

    def __init__(
        self,
        firestore: Firestore,
        outbox: Outbox,
        courier: Courier,
        clock: Callable[[], float],
        location: str,
        faults: Faults,
    ) -> None:
        self._firestore = firestore
        self._outbox = outbox
        self._courier = courier
        self._clock = clock
        self._location = location
        self._faults = faults
        self._alarm = Alarm(clock)
        self._listening = asyncio.Event()
        self._under_way: dict[Event, asyncio.Task[None]] = {}
        self._markers: dict[str, asyncio.Event] = {}

    @property
    def waiting(self) -> int:
        """The number of events not delivered yet."""
        return self._outbox.waiting

    def wake(self) -> None:
        """Looks for due events now, after one was added or the clock was moved."""
        self._alarm.ring()

    async def ready(self) -> None:
        """Waits until the bridge will see every document written from now on."""
        await self._listening.wait()

    async def caught_up(self) -> None:
        """Waits until the bridge has seen every document written before the call.

        It writes a marker document, which sends no event, and waits for it in the same stream.
        """
        marker = f"{_MARKERS}/{secrets.token_hex(8)}"
        seen = self._markers[marker] = asyncio.Event()
        try:
            await self._write(marker, exists=True)
            await seen.wait()
        finally:
            del self._markers[marker]
            await self._write(marker, exists=False)

    async def _write(self, marker: str, *, exists: bool) -> None:
        """Writes or deletes a marker; waits for the database if that is away."""
        while True:
            try:
                return await self._firestore.write(marker, exists=exists)
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
            await asyncio.sleep(FIRST_RETRY)

    async def listen(self) -> None:
        """Follows the database until canceled."""
        pause = FIRST_RETRY
        while True:
            try:
                token = self._outbox.resume_token
                async for snapshot in self._firestore.snapshots(GROUP, token):
                    self._take(snapshot)
                    pause = FIRST_RETRY
            except grpc.aio.AioRpcError as error:
                log.warning("the listen stream broke: %s", error.code())
            await asyncio.sleep(pause)
            pause = min(LONGEST_RETRY, 2 * pause)

    async def deliver(self) -> None:
        """Delivers events until canceled."""
        while True:
            self._alarm.reset()
            while self._start_some():
                pass
            await self._alarm.wait(self._outbox.next_due(self._clock()))

    def _take(self, snapshot: Snapshot) -> None:
        """Stores new events. The very first snapshot holds documents older than the trigger."""
        first = self._outbox.resume_token is None
        events: list[Event] = []
        for document in snapshot.documents:
            path = document.name.split("/documents/", 1)[1]
            marker = self._markers.get(path)
            if marker:
                marker.set()
            elif _is_prompt(path):
                events.append(Event(document.name, _time(document), payload_of(document)))
        self._outbox.add(events, snapshot.resume_token, self._clock(), delivered=first)
        self._listening.set()
        self.wake()

    def _start_some(self) -> bool:
        """Starts deliveries as far as there is room; returns whether it started any."""
        busy = Counter(event.owner for event in self._under_way)
        full = [owner for owner, count in busy.items() if count >= PER_USER]
        before = len(self._under_way)
        for event in self._outbox.due(self._clock(), CONCURRENCY + before, full):
            if len(self._under_way) >= CONCURRENCY:
                break
            if event not in self._under_way and busy[event.owner] < PER_USER:
                busy[event.owner] += 1
                self._start(event)
        return before < len(self._under_way) < CONCURRENCY

    def _start(self, event: Event) -> None:
        attempt = asyncio.create_task(self._attempt(event))
        self._under_way[event] = attempt
        attempt.add_done_callback(lambda done: self._finished(event, done))

    def _finished(self, event: Event, done: asyncio.Task[None]) -> None:
        self._under_way.pop(event, None)
        if not done.cancelled() and done.exception():
            log.error("event could not be delivered", exc_info=done.exception())
        self.wake()

    async def _attempt(self, event: Event) -> None:
        status = await self._faults.deliver(
            "event", event.document, event.attempts, lambda: self._send(event)
        )
        if status and 200 <= status < 300:
            self._outbox.delivered(event, self._clock())
            return
        log.warning("event not accepted (HTTP %s), attempt %d", status, event.attempts + 1)
        pause = min(LONGEST_RETRY, FIRST_RETRY * 2 ** min(event.attempts, 10))
        self._outbox.failed(event, self._clock() + pause)

    async def _send(self, event: Event) -> int | None:
        headers = headers_of(event.document, event.created, self._location)
        return await self._courier.post(event.payload, headers)


def _is_prompt(path: str) -> bool:
    parts = path.split("/")
    return len(parts) == 4 and parts[0] == "users" and parts[2] == GROUP


def _time(document: Any) -> str:
    created = document.create_time.ToDatetime(tzinfo=UTC)
    return str(created.isoformat().replace("+00:00", "Z"))

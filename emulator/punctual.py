"""uvicorn's HTTP protocol for the controls, with a deadline for requests and a limit on them."""

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from emulator.waiting_room import WaitingRoom

REQUEST_SECONDS = 10.0
"""How long a request may take to arrive completely."""
MAX_WAITING = 256
"""Connections whose request is incomplete; one more closes the oldest of them."""


def punctual_protocol() -> type[asyncio.Protocol]:
    """Returns the protocol of one server."""
    room: WaitingRoom[H11Protocol] = WaitingRoom(MAX_WAITING, REQUEST_SECONDS)

    class PunctualProtocol(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is not h11.IDLE and self.conn.their_state is not h11.SEND_BODY:
                room.leave(self)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.conn.their_state is h11.IDLE:
                self._wait()

        def connection_lost(self, exc: Exception | None) -> None:
            room.leave(self)
            super().connection_lost(exc)

        def _wait(self) -> None:
            oldest = room.enter(self, self.loop.time())
            if oldest is not None:
                oldest.transport.abort()
            self.loop.call_later(REQUEST_SECONDS, self._check)

        def _check(self) -> None:
            for late in room.late(self.loop.time()):
                late.transport.abort()

    return PunctualProtocol

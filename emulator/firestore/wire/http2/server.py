"""A listening socket that serves gRPC over HTTP/2 and a little HTTP/1.1 on one port."""

from __future__ import annotations

import asyncio

from emulator.firestore.wire.http2.connection import Connection
from emulator.firestore.wire.http2.frames import PREFACE
from emulator.firestore.wire.http2.grpc_stream import GrpcStream, Method
from emulator.firestore.wire.http2.hpack import Headers
from emulator.firestore.wire.http2.http1 import Check, HttpHandler, HttpRequest
from emulator.waiting_room import WaitingRoom

REQUEST_SECONDS = 30.0
"""How long a client may take to send an HTTP/1.1 request, or to show that it speaks HTTP/2."""
MAX_WAITING = 256
"""Connections that have done neither; one more closes the oldest of them."""
_BACKLOG = 512
_POLL_SECONDS = 0.01


class _Peer(asyncio.Protocol):
    """A client's connection; its first bytes decide between HTTP/2 and HTTP/1.1."""

    def __init__(self, server: GrpcServer) -> None:
        self._server = server
        self._transport: asyncio.Transport | None = None
        self._head = b""
        self._http1: HttpRequest | None = None
        self.connection: Connection | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the new connection."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._server.peers.add(self)
        self._server.wait_for(self)

    def data_received(self, data: bytes) -> None:
        """Handle bytes from the client."""
        if self.connection is not None:
            self.connection.data_received(data)
            return
        if self._http1 is not None:
            self._http1.data_received(data)
            if self._http1.is_complete:
                self._server.waiting.leave(self)
            return
        self._head += data
        if self._head.startswith(PREFACE):
            self._speak_http2(self._head[len(PREFACE) :])
        elif not PREFACE.startswith(self._head):
            self._speak_http1()

    def connection_lost(self, _exc: Exception | None) -> None:
        """Unregister the connection: the client is gone."""
        self._server.peers.discard(self)
        self._server.waiting.leave(self)
        if self.connection is not None:
            self.connection.lost()
        if self._http1 is not None:
            self._http1.lost()

    def end(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()

    def _speak_http2(self, rest: bytes) -> None:
        assert self._transport is not None
        self._server.waiting.leave(self)
        self.connection = Connection(self._transport, self._server.make_stream)
        self._head = b""
        if rest:
            self.connection.data_received(rest)

    def _speak_http1(self) -> None:
        assert self._transport is not None
        self._http1 = HttpRequest(self._transport, self._server.http_handler, self._server.check)
        self._http1.data_received(self._head)
        self._head = b""
        if self._http1.is_complete:
            self._server.waiting.leave(self)


class GrpcServer:
    """Serves gRPC methods and administrative HTTP requests.

    Args:
        methods: The methods by path, such as ``/package.Service/Method``.
        http_handler: Answers HTTP/1.1 requests.
        check: Refuses requests of either kind by their headers.
    """

    def __init__(self, methods: dict[str, Method], http_handler: HttpHandler, check: Check) -> None:
        self._methods = methods
        self.http_handler = http_handler
        self.check = check
        self.waiting: WaitingRoom[_Peer] = WaitingRoom(MAX_WAITING, REQUEST_SECONDS)
        self.peers: set[_Peer] = set()
        self._listener: asyncio.Server | None = None

    def make_stream(self, connection: Connection, stream_id: int, headers: Headers) -> GrpcStream:
        """Create the stream for a new call."""
        return GrpcStream(connection, stream_id, headers, self._methods, self.check)

    def wait_for(self, peer: _Peer) -> None:
        """Give a new connection its time to send a request."""
        loop = asyncio.get_running_loop()
        oldest = self.waiting.enter(peer, loop.time())
        if oldest is not None:
            oldest.end()
        loop.call_later(REQUEST_SECONDS, self._end_late)

    def _end_late(self) -> None:
        for peer in self.waiting.late(asyncio.get_running_loop().time()):
            peer.end()

    async def start(self, host: str, port: int) -> int:
        """Start listening.

        Returns:
            The port; 0 has been replaced by a free one.

        Raises:
            OSError: When the port is taken.
        """
        loop = asyncio.get_running_loop()
        self._listener = await loop.create_server(lambda: _Peer(self), host, port, backlog=_BACKLOG)
        number: int = self._listener.sockets[0].getsockname()[1]
        return number

    async def stop(self, grace: float) -> None:
        """Refuse new calls, let those in progress finish, and close everything.

        Args:
            grace: How long to wait for calls in progress, in seconds.
        """
        if self._listener is not None:
            self._listener.close()
        connections = [peer.connection for peer in self.peers if peer.connection is not None]
        for connection in connections:
            connection.announce_end()
        loop = asyncio.get_running_loop()
        deadline = loop.time() + grace
        while loop.time() < deadline and not all(item.is_idle for item in connections):
            await asyncio.sleep(_POLL_SECONDS)
        await asyncio.sleep(0)
        for peer in list(self.peers):
            peer.end()

"""gunicorn's threaded worker, with threads only for requests that have arrived completely.

gunicorn gives a connection a thread as soon as the first byte of a request is there, and the thread
then waits for the others. A few hundred connections that send a byte now and then would hold every
thread. Here the loop that accepts connections also collects their requests.
"""

import errno
import selectors
import socket
import struct
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import TConn, ThreadWorker

from emulator.gateway.assembly import Assembly
from emulator.waiting_room import WaitingRoom

REQUEST_SECONDS = 10.0
"""How long a request may take to arrive, from its first byte to its last."""
IDLE_SECONDS = 75.0
"""How long a connection may stay open without sending anything, as between two requests."""
MAX_WAITING = 512
"""Connections whose request is incomplete; one more closes the oldest of them."""
_PIECE = 256 * 1024
_STALLED = struct.pack("ll", 30, 0)
"""Seconds and microseconds after which a read or write that makes no progress fails."""
_BUSY = (errno.EMFILE, errno.ENFILE)


class PatientWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Collects requests in its loop, and passes complete ones to its threads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._idle: WaitingRoom[TConn] = WaitingRoom(MAX_WAITING, IDLE_SECONDS)
        self._arriving: WaitingRoom[TConn] = WaitingRoom(MAX_WAITING, REQUEST_SECONDS)
        self._assemblies: dict[TConn, Assembly] = {}

    def accept(self, listener: socket.socket) -> None:
        """Accepts a connection; with no room for one more, closes the oldest that only waits."""
        try:
            client, address = listener.accept()
        except OSError as error:
            if error.errno in _BUSY:
                self._turn_away_oldest()
            elif error.errno not in (errno.EAGAIN, errno.ECONNABORTED, errno.EWOULDBLOCK):
                raise
            return
        for option in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            client.setsockopt(socket.SOL_SOCKET, option, _STALLED)
        self.nr_conns += 1
        self.enqueue_req(TConn(self.cfg, client, address, listener.getsockname()))
        if self.nr_conns >= self.worker_connections:
            self._turn_away_oldest()

    def enqueue_req(self, conn: TConn) -> None:
        """Passes the connection to a thread once its next request has arrived."""
        assembly = self._assemblies[conn] = Assembly()
        conn.sock.setblocking(False)
        pipelined = conn.parser.unreader.take_buffered() if conn.parser else b""
        if pipelined and self._feed(conn, pipelined):
            return
        if not self._receive(conn):
            room = self._arriving if assembly.has_begun else self._idle
            self._wait(room, conn)
            self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._on_bytes, conn))

    def _on_bytes(self, conn: TConn, _socket: socket.socket) -> None:
        if conn not in self._assemblies:
            return
        if conn in self._idle:
            self._idle.leave(conn)
            self._wait(self._arriving, conn)
        if self._receive(conn):
            self._forget(conn)

    def _receive(self, conn: TConn) -> bool:
        """Reads what has arrived; returns whether the loop is done with the connection."""
        try:
            data = conn.sock.recv(_PIECE)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            data = b""
        if data:
            return self._feed(conn, data)
        self._close(conn)
        return True

    def _feed(self, conn: TConn, data: bytes) -> bool:
        assembly = self._assemblies[conn]
        if not assembly.feed(data):
            if assembly.waits_for_permission:
                _write(conn, b"HTTP/1.1 100 Continue\r\n\r\n")
            return False
        conn.data_ready = True
        super().enqueue_req(conn)
        return True

    def handle(self, conn: TConn) -> Any:
        """Serves a connection's complete request; runs in a thread."""
        conn.sock.setblocking(True)
        conn.init()
        conn.parser.unreader.unread(bytes(self._assemblies.pop(conn).data))
        return super().handle(conn)

    def _wait(self, room: WaitingRoom[TConn], conn: TConn) -> None:
        self._end(room.enter(conn, time.monotonic()), None)

    def _turn_away_oldest(self) -> None:
        waiting = self._idle.turn_away() or self._arriving.turn_away()
        if waiting is None and self.keepalived_conns:
            waiting = self.keepalived_conns.popleft()
        self._end(waiting, None)

    def murder_pending(self) -> None:
        """Closes the connections that have waited too long; runs at least once a second."""
        super().murder_pending()
        now = time.monotonic()
        for conn in self._idle.late(now):
            self._end(conn, None)
        for conn in self._arriving.late(now):
            self._end(conn, "The request did not arrive in time.")

    def _cap_keepalive(self, deadline: float) -> None:
        """Closes what waits without having sent anything: the worker is about to stop."""
        super()._cap_keepalive(deadline)
        while (conn := self._idle.turn_away()) is not None:
            self._end(conn, None)

    def _end(self, conn: TConn | None, why: str | None) -> None:
        """Closes a connection that no room holds any longer, after a 408 if there is a reason."""
        if conn is None:
            return
        self._forget(conn)
        if why:
            text = why.encode()
            head = f"HTTP/1.1 408 Request Timeout\r\nContent-Length: {len(text)}\r\n"
            _write(
                conn, f"{head}Content-Type: text/plain\r\nConnection: close\r\n\r\n".encode() + text
            )
        self._close(conn)

    def _forget(self, conn: TConn) -> None:
        self._idle.leave(conn)
        self._arriving.leave(conn)
        _quietly(partial(self.poller.unregister, conn.sock))

    def _close(self, conn: TConn) -> None:
        self._assemblies.pop(conn, None)
        self.nr_conns -= 1
        util.close(conn.sock)


def _write(conn: TConn, data: bytes) -> None:
    _quietly(partial(conn.sock.send, data))


def _quietly(call: Callable[[], Any]) -> None:
    """Runs a call on a socket that may be closed already."""
    try:
        call()
    except (OSError, KeyError, ValueError):
        return

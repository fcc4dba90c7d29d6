"""gunicorn's threaded worker, for the front and the back.

It has threads only for requests that have arrived completely.

gunicorn gives a connection a thread as soon as the first byte of a request is there, and the thread
then waits for the others. A few hundred connections that send a byte now and then would hold every
thread. Here the loop that accepts connections also collects their requests. If one is the other
worker's to answer, that gets the connection before anything is read.
"""

import errno
import re
import selectors
import socket
import struct
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from gunicorn import util
from gunicorn.workers.gthread import TConn, ThreadWorker

from emulator.gateway.assembly import Assembly
from emulator.gateway.roles import Handover, Role
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
_REQUEST = re.compile(rb"[A-Z]+ (/[!-~]*?)[ ?]")
_PEEKED = 4096
"""Bytes of a request that are looked at for its path. A longer one is answered where it is."""
_BUSY = (errno.EMFILE, errno.ENFILE)


class PatientWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Collects requests in its loop, and passes complete ones to its threads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._idle: WaitingRoom[TConn] = WaitingRoom(MAX_WAITING, IDLE_SECONDS)
        self._arriving: WaitingRoom[TConn] = WaitingRoom(MAX_WAITING, REQUEST_SECONDS)
        self._assemblies: dict[TConn, Assembly] = {}
        self._role = Role.FRONT

    def take_role(self, role: Role, handover: Handover, role_for: Callable[[str], Role]) -> None:
        """Serves as the front or as the back; `role_for` says who answers at a path."""
        self._role, self._handover, self._role_for = role, handover, role_for
        inbox = handover.inbox(role)
        self.sockets: list[Any] = [*self.sockets, inbox] if role is Role.FRONT else [inbox]

    def accept(self, listener: Any) -> None:
        """Accepts a connection; with no room for one more, closes the oldest that only waits."""
        try:
            if listener is self._handover.inbox(self._role):
                received = self._handover.receive(self._role)
                if received is None:
                    return
                client, address = received
            else:
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
        self.enqueue_req(TConn(self.cfg, client, address, client.getsockname()))
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
            if self._role is Role.FRONT and self._is_for_back(conn) and self._pass_on(conn):
                return True
            data = conn.sock.recv(_PIECE)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError:
            data = b""
        if data:
            return self._feed(conn, data)
        self._close(conn)
        return True

    def _is_for_back(self, conn: TConn) -> bool:
        if self._assemblies[conn].has_begun:
            return False
        request = _REQUEST.match(conn.sock.recv(_PEEKED, socket.MSG_PEEK))
        return request is not None and self._role_for(request[1].decode()) is Role.BACK

    def _pass_on(self, conn: TConn) -> bool:
        """Gives a connection, of whose next request nothing is read, to the other worker."""
        passed = self.alive and self._handover.pass_on(conn.sock, self._role.other)
        if passed:
            if conn in self._idle or conn in self._arriving:
                # Closing it would not end the poller's watch, since it stays open elsewhere.
                self._forget(conn)
            self._close(conn)
        return passed

    def finish_request(self, conn: TConn, done: Future[Any]) -> None:
        """Lets the connection wait for its next request, at the front."""
        if self._role is Role.FRONT or not _is_kept(conn, done) or not self._pass_on(conn):
            super().finish_request(conn, done)

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


def _is_kept(conn: TConn, done: Future[Any]) -> bool:
    """Returns whether a connection is open after a request, of whose next one nothing is read."""
    answered = not done.cancelled() and not done.exception() and done.result()
    return bool(answered) and not conn.parser.unreader.buf.getvalue()


def _write(conn: TConn, data: bytes) -> None:
    _quietly(partial(conn.sock.send, data))


def _quietly(call: Callable[[], Any]) -> None:
    """Runs a call on a socket that may be closed already."""
    try:
        call()
    except (OSError, KeyError, ValueError):
        return

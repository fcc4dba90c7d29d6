"""The line between the front and the back: requests and answers as frames over a local socket.

With HTTP, each request would be parsed a second time, and a second event loop would hand it to a
thread. The front sends only requests that have arrived completely, so here each connection has a
thread that waits for the next one.

A frame is its length in four bytes, and that many bytes. A request is two frames: the name of the
function with the strings of its environment (PEP 3333), as JSON, and the body. An answer is a frame
with status and headers, one for each piece of the body, and an empty one at its end.
"""

import json
import logging
import socket
import struct
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from io import BytesIO
from typing import Any

Environ = dict[str, Any]
StartResponse = Callable[..., Any]
Serve = Callable[[str, Environ, StartResponse], Iterable[bytes]]
"""Answers a request for a function, by its name (PEP 3333)."""

IDLE = 30.0
"""Seconds after which an unused connection is closed, and with it its thread in the back."""
_LENGTH = struct.Struct(">I")
_GIVEN: Environ = {
    "wsgi.version": (1, 0),
    "wsgi.multithread": True,
    "wsgi.multiprocess": True,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}
log = logging.getLogger(__name__)


class LineBroken(Exception):
    """The other side has gone."""


class _Connection:
    def __init__(self, raw: socket.socket) -> None:
        self.idle_since = 0.0
        self._socket = raw
        self._file = raw.makefile("rb")

    def send(self, *payloads: bytes) -> None:
        frames = [part for each in payloads for part in (_LENGTH.pack(len(each)), each)]
        try:
            self._socket.sendall(b"".join(frames))
        except OSError as error:
            raise LineBroken from error

    def receive(self) -> bytes:
        return self._exactly(_LENGTH.unpack(self._exactly(_LENGTH.size))[0])

    def _exactly(self, size: int) -> bytes:
        try:
            data = self._file.read(size)
        except OSError as error:
            raise LineBroken from error
        if len(data) < size:
            raise LineBroken
        return data

    @property
    def is_alive(self) -> bool:
        """Whether the other side is there, as far as is known; nothing may be under way."""
        try:
            self._socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        except BlockingIOError:
            return True
        except OSError:
            pass
        return False

    def close(self) -> None:
        with suppress(OSError):
            self._file.close()
            self._socket.close()


class Caller:
    """The front's end, with as many connections as there are calls at once. Thread-safe.

    Args:
        address: the path of the back's socket.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._idle: deque[_Connection] = deque()
        self._lock = threading.Lock()

    def __call__(
        self, function: str, environ: Mapping[str, Any], body: bytes, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Passes a request on, and its answer back as it comes.

        Raises:
            LineBroken: the back is not there, or died before it answered.
        """
        texts = {name: value for name, value in environ.items() if isinstance(value, str)}
        connection = self._connection()
        try:
            connection.send(json.dumps([function, texts]).encode(), body)
            status, headers = json.loads(connection.receive())
        except BaseException:
            connection.close()
            raise
        start_response(status, [(name, value) for name, value in headers])
        return _Answer(connection, self._keep)

    def _connection(self) -> _Connection:
        while True:
            with self._lock:
                connection = self._idle.pop() if self._idle else None
            if connection is None:
                break
            if connection.is_alive:
                return connection
            connection.close()
        raw = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            raw.connect(self._address)
        except OSError as error:
            raw.close()
            raise LineBroken from error
        return _Connection(raw)

    def _keep(self, connection: _Connection) -> None:
        now = connection.idle_since = time.monotonic()
        unused = []
        with self._lock:
            while self._idle and self._idle[0].idle_since < now - IDLE:
                unused.append(self._idle.popleft())
            self._idle.append(connection)
        for each in unused:
            each.close()


class _Answer:
    """The pieces of an answer. Its connection is kept if it was read to its end."""

    def __init__(self, connection: _Connection, keep: Callable[[_Connection], None]) -> None:
        self._connection = connection
        self._keep = keep
        self._is_whole = False

    def __iter__(self) -> Iterator[bytes]:
        while piece := self._connection.receive():
            yield piece
        self._is_whole = True

    def close(self) -> None:
        """Ends the call (PEP 3333)."""
        if self._is_whole:
            self._keep(self._connection)
        else:
            self._connection.close()


class Server:
    """The back's end: a thread for each of the front's connections.

    Args:
        listener: the socket that listens for them.
        serve: answers a request.
    """

    def __init__(self, listener: socket.socket, serve: Serve) -> None:
        self._listener = listener
        self._serve = serve
        self._active = 0
        self._changed = threading.Condition()

    def start(self) -> None:
        """Serves in the background until the process ends."""
        self._listener.setblocking(True)
        threading.Thread(target=self._accept, daemon=True).start()

    def drain(self, seconds: float) -> None:
        """Waits until no request is being served, but not longer than so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._active, seconds)

    def _accept(self) -> None:
        while True:
            try:
                raw, _ = self._listener.accept()
            except OSError:
                if self._listener.fileno() < 0:
                    return
                time.sleep(0.05)  # no file descriptor is free
                continue
            threading.Thread(target=self._converse, args=(_Connection(raw),), daemon=True).start()

    def _converse(self, connection: _Connection) -> None:
        with suppress(LineBroken):
            while True:
                function, texts = json.loads(connection.receive())
                body = connection.receive()
                self._count(1)
                try:
                    self._answer(connection, function, texts, body)
                finally:
                    self._count(-1)
        connection.close()

    def _answer(
        self, connection: _Connection, function: str, texts: dict[str, str], body: bytes
    ) -> None:
        given = {"wsgi.errors": sys.stderr, "wsgi.input": BytesIO(body)}
        begun: list[tuple[str, list[tuple[str, str]]]] = []

        def start_response(status: str, headers: list[tuple[str, str]], _: Any = None) -> None:
            begun.append((status, headers))

        try:
            answer = self._serve(function, {**texts, **_GIVEN, **given}, start_response)
            try:
                status, headers = begun[-1]
                head = json.dumps([status, headers]).encode()
                if any(name.lower() == "content-length" for name, _ in headers):
                    # In one piece, so that the front wakes up once.
                    connection.send(head, *filter(None, [b"".join(answer)]), b"")
                else:
                    connection.send(head)
                    for piece in filter(None, answer):
                        connection.send(piece)
                    connection.send(b"")
            finally:
                if (close := getattr(answer, "close", None)) is not None:
                    close()
        except LineBroken:
            raise
        except Exception as error:
            log.exception("a function failed")
            raise LineBroken from error

    def _count(self, more: int) -> None:
        with self._changed:
            self._active += more
            self._changed.notify_all()

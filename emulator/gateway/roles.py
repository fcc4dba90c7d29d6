"""The gateway's two worker processes, so that one user's work does not delay another's reading.

In the cloud each function is a service of its own. Here all functions would share one process, and
with it Python's interpreter lock: while one ranks thousands of notes or restores an export, every
other request waits. So what an assistant waits for in each turn has a process of its own, the
front. It accepts all connections, and passes what may take long to the other one, the back.
"""

import socket
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from typing import Any

import httpx

Environ = dict[str, Any]
StartResponse = Callable[..., Any]

FRONT_FUNCTIONS = frozenset({"context", "profile", "prompts", "sessions"})
"""The functions that the front runs itself. Their requests read or write a few documents each."""
_SOCKET = "back.sock"
_BACKLOG = 256
_CHUNK = 65_536
_HOP_BY_HOP = frozenset(
    {"connection", "keep-alive", "transfer-encoding", "upgrade", "te", "trailer"}
)
"""Headers that belong to one connection."""
_IDLE = 30.0
"""Seconds after which the front closes an unused connection, before the back would."""


class Role(StrEnum):
    """What a worker process is for."""

    FRONT = "front"
    BACK = "back"


class Back:
    """The back, as the front calls it: over a socket that is a file, which no web page reaches."""

    def __init__(self, folder: Path) -> None:
        limits = httpx.Limits(max_connections=None, keepalive_expiry=_IDLE)
        self._client = httpx.Client(
            transport=httpx.HTTPTransport(uds=str(folder / _SOCKET), limits=limits),
            timeout=None,  # noqa: S113 (the functions have deadlines of their own)
        )

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Passes a request on, and its answer back as it comes.

        Raises:
            httpx.TransportError: the back died before it answered.
        """
        request = httpx.Request(
            environ["REQUEST_METHOD"],
            "http://back",
            headers=list(_headers_of(environ)),
            content=_body_of(environ),
            extensions={"target": environ["RAW_URI"].encode("latin-1")},
        )
        answer = self._client.send(request, stream=True)
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, value in answer.headers.raw
            if name.lower().decode("latin-1") not in _HOP_BY_HOP
        ]
        status = HTTPStatus(answer.status_code)
        start_response(f"{status.value} {status.phrase}", headers)
        return _Answer(answer)


def listen_locally(folder: Path) -> int:
    """Returns the file descriptor of the back's socket, which listens in a private folder."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(folder / _SOCKET))
    listener.listen(_BACKLOG)
    return listener.detach()


class _Answer:
    """The pieces of an answer, whose connection is given back when the server closes it."""

    def __init__(self, answer: httpx.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        return self._answer.iter_raw()

    def close(self) -> None:
        """Ends the call (PEP 3333)."""
        self._answer.close()


def _headers_of(environ: Mapping[str, Any]) -> Iterator[tuple[bytes, bytes]]:
    names = {
        name: name.removeprefix("HTTP_").replace("_", "-").lower()
        for name, value in environ.items()
        if name.startswith("HTTP_") or (name in ("CONTENT_TYPE", "CONTENT_LENGTH") and value)
    }
    for name, header in names.items():
        if header not in _HOP_BY_HOP:
            yield header.encode(), environ[name].encode("latin-1")


def _body_of(environ: Mapping[str, Any]) -> Iterator[bytes] | None:
    if not environ.get("CONTENT_LENGTH") and "HTTP_TRANSFER_ENCODING" not in environ:
        return None
    return iter(lambda: environ["wsgi.input"].read(_CHUNK), b"")

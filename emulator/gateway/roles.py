"""The gateway's two worker processes, so that one user's work does not delay another's reading.

In the cloud each function is a service of its own. Here all functions would share one process, and
with it Python's interpreter lock: while one ranks thousands of notes or restores an export, every
other request waits. So what an assistant waits for in each turn has a process of its own, the
front. It accepts all connections, and passes what may take long to the other one, the back.
"""

import socket
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from emulator.gateway.assembly import MAX_BODY
from emulator.gateway.line import Caller, Environ, StartResponse

FRONT_FUNCTIONS = frozenset({"context", "profile", "prompts", "sessions"})
"""The functions that the front runs itself. Their requests read or write a few documents each."""
_SOCKET = "back.sock"
_BACKLOG = 256


class Role(StrEnum):
    """What a worker process is for."""

    FRONT = "front"
    BACK = "back"


class Back:
    """The back, as the front calls it: over a socket that is a file, which no web page reaches."""

    def __init__(self, folder: Path) -> None:
        self._call = Caller(str(folder / _SOCKET))

    def __call__(
        self, function: str, environ: Environ, start_response: StartResponse
    ) -> Iterable[bytes]:
        """Passes a request for a function on, and its answer back as it comes.

        Raises:
            LineBroken: the back died before it answered.
        """
        return self._call(function, environ, _body_of(environ), start_response)


def listen_locally(folder: Path) -> int:
    """Returns the file descriptor of the back's socket, which listens in a private folder."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(str(folder / _SOCKET))
    listener.listen(_BACKLOG)
    return listener.detach()


def _body_of(environ: Mapping[str, Any]) -> bytes:
    """Returns the body, of which what is too large for every function may be missing."""
    if int(environ.get("CONTENT_LENGTH") or 0) > MAX_BODY:
        return b""  # the function refuses it by its length
    if not environ.get("CONTENT_LENGTH") and "HTTP_TRANSFER_ENCODING" not in environ:
        return b""
    body: bytes = environ["wsgi.input"].read(MAX_BODY)
    return body

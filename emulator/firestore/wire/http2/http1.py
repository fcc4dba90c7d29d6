"""Just enough HTTP/1.1 for the administrative requests: one request per connection."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import unquote

MAX_HEAD_BYTES = 65_536
MAX_BODY_BYTES = 1024 * 1024 * 1024

_log = logging.getLogger(__name__)


class Head(NamedTuple):
    """A request without its body; the path is percent-decoded and has no query string.

    The names of headers are in lower case; the values of a repeated one are joined by commas.
    """

    method: str
    path: str
    size: int
    headers: Mapping[str, str]


class Request(NamedTuple):
    """A request; its path is percent-decoded and has no query string."""

    method: str
    path: str
    body: bytes
    headers: Mapping[str, str]


class Response(NamedTuple):
    """A response: status code, reason phrase and body."""

    code: int
    reason: str
    body: bytes
    content_type: str = "application/json; charset=utf-8"


HttpHandler = Callable[[Request], Awaitable[Response]]

Check = Callable[[str, Mapping[str, str]], "tuple[int, str] | None"]
"""Returns the status and the text with which a request is refused, given its method and headers."""


class HttpRequest:
    """Receives one request and answers it.

    Args:
        transport: Sends the answer and is then closed.
        handler: Answers the request.
        check: Refuses it by its head, before the body arrives.
    """

    def __init__(self, transport: asyncio.Transport, handler: HttpHandler, check: Check) -> None:
        self._transport = transport
        self._handler = handler
        self._check = check
        self._received = bytearray()
        self._head: Head | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def is_complete(self) -> bool:
        """Whether the whole request has arrived."""
        return self._task is not None

    def data_received(self, data: bytes) -> None:
        """Handle bytes from the client."""
        if self.is_complete or self._transport.is_closing():
            return
        self._received += data
        if self._head is None:
            end = self._received.find(b"\r\n\r\n")
            if end < 0:
                if len(self._received) > MAX_HEAD_BYTES:
                    self._refuse(431, "Request Header Fields Too Large")
                return
            self._head = _parse_head(bytes(self._received[:end]))
            if self._head is None:
                self._refuse(400, "Bad Request")
                return
            del self._received[: end + 4]
            refusal = self._check(self._head.method, self._head.headers)
            if refusal is not None:
                self._refuse(refusal[0], HTTPStatus(refusal[0]).phrase, refusal[1])
                return
        method, path, size, headers = self._head
        if size > MAX_BODY_BYTES:
            self._refuse(413, "Content Too Large")
        elif len(self._received) >= size:
            request = Request(method, path, bytes(self._received[:size]), headers)
            self._task = asyncio.get_running_loop().create_task(self._answer(request))

    def lost(self) -> None:
        """Cancel the request: the client is gone."""
        if self._task is not None:
            self._task.cancel()

    async def _answer(self, request: Request) -> None:
        try:
            response = await self._handler(request)
        except Exception as error:
            _log.error("unexpected error while serving a request", exc_info=error)
            response = Response(500, "Internal Server Error", b"{}")
        self._respond(response)

    def _refuse(self, code: int, reason: str, why: str = "") -> None:
        body = json.dumps({"error": why}) if why else "{}"
        self._respond(Response(code, reason, body.encode()))

    def _respond(self, response: Response) -> None:
        head = (
            f"HTTP/1.1 {response.code} {response.reason}\r\n"
            f"Content-Type: {response.content_type}\r\n"
            f"Content-Length: {len(response.body)}\r\n"
            "Connection: close\r\n\r\n"
        )
        if not self._transport.is_closing():
            self._transport.write(head.encode("latin-1") + response.body)
            self._transport.close()


def _parse_head(head: bytes) -> Head | None:
    lines = head.decode("latin-1").split("\r\n")
    parts = lines[0].split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        return None
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, _, value = line.partition(":")
        name, value = name.strip().lower(), value.strip()
        headers[name] = f"{headers[name]},{value}" if name in headers else value
    size = headers.get("content-length", "0")
    if "transfer-encoding" in headers or not (size.isascii() and size.isdecimal()):
        return None
    return Head(parts[0], unquote(parts[1].split("?", 1)[0]), int(size[:19]), headers)

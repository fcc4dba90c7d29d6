"""Passes a request on to the model's server and its answer back, byte for byte as it comes."""

import logging
from collections.abc import AsyncIterator, Iterable, Set
from urllib.parse import urlsplit

import httpx
from starlette.types import Send

Headers = list[tuple[bytes, bytes]]
OUR_PREFIX = b"x-rekindle-"
"""Begins the names of headers that are for the proxy alone."""
_OF_ONE_CONNECTION = {
    b"connection",
    b"keep-alive",
    b"proxy-authenticate",
    b"proxy-authorization",
    b"proxy-connection",
    b"te",
    b"trailer",
    b"transfer-encoding",
    b"upgrade",
}
"""They concern one connection and not the next (RFC 9110, 7.6.1)."""
_CONNECT = 30.0
_log = logging.getLogger(__name__)


class Unreachable(Exception):
    """The model's server cannot be reached."""


class Upstream:
    """The model's server.

    Args:
        url: its address as programs have it, such as https://api.openai.com/v1. It stands for the
            /v1 with which the proxy's own paths begin.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise ValueError(f"{url} is not a URL such as https://api.openai.com/v1.")
        self._base = url.rstrip("/")
        # Below an address without a path, the server's own paths are those of the proxy.
        self._prefix = b"/v1" if parts.path.strip("/") else b""
        # A model may think for minutes: only connecting has a limit.
        self._http = httpx.AsyncClient(timeout=httpx.Timeout(None, connect=_CONNECT))

    async def pass_on(
        self,
        method: str,
        target: bytes,
        headers: Headers,
        body: bytes | AsyncIterator[bytes],
        send: Send,
    ) -> None:
        """Sends a request, and sends its answer back.

        Args:
            method: the HTTP method.
            target: the path and query, as they came.
            headers: those of the program, its key included.
            body: the whole body, or its parts as they come.
            send: takes the answer.

        Raises:
            Unreachable: there is no answer.
        """
        # A whole body may have changed; httpx writes its length.
        known = {b"host", b"content-length"} if isinstance(body, bytes) else {b"host"}
        passed = _passed(headers, known)
        # Not by `build_request`, which adds headers of its own.
        url = self._base + target.removeprefix(self._prefix).decode("latin-1")
        request = httpx.Request(method, url, headers=passed, content=body or None)
        try:
            answer = await self._http.send(request, stream=True)
        except (httpx.RequestError, httpx.InvalidURL) as error:
            raise Unreachable(type(error).__name__) from error
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": answer.status_code,
                    "headers": _passed(answer.headers.raw),
                }
            )
            async for part in answer.aiter_raw():
                await send({"type": "http.response.body", "body": part, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except httpx.HTTPError as error:
            # Without its end, the server breaks off the answer to the program as well.
            _log.warning("The model's server broke off its answer: %s.", type(error).__name__)
        finally:
            await answer.aclose()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()


def _passed(headers: Iterable[tuple[bytes, bytes]], without: Set[bytes] = frozenset()) -> Headers:
    """The headers that go on to the next connection."""
    given = [(name.lower(), name, value) for name, value in headers]
    named = {
        each.strip().lower()
        for lower, _, value in given
        if lower == b"connection"
        for each in value.split(b",")
    }
    left_out = _OF_ONE_CONNECTION | named | without
    return [
        (name, value)
        for lower, name, value in given
        if lower not in left_out and not lower.startswith(OUR_PREFIX)
    ]

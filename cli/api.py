"""The HTTP client of the commands: JSON in and out, with retries for a busy server."""

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import httpx

from cli.connection import Connection
from cli.errors import ApiError, Unreachable
from cli.hints import hint_for
from cli.reading import parse_json

TIMEOUT = httpx.Timeout(120.0, connect=10.0)
ATTEMPTS = 4
LONGEST_WAIT = 75.0
"""Seconds; if the server asks for more, its refusal is reported instead."""
_LONG_WAIT = 3.0
"""Seconds; longer waits are announced."""
PAGE = 100
LARGEST_ANSWER = 64 * 1024 * 1024
LARGEST_EXPORT = 1024 * 1024 * 1024
"""Bytes of an answer after decompression."""

Json = dict[str, Any]


def path(*parts: str) -> str:
    """Joins path segments, quoted, to `/v1/...`."""
    return "/v1/" + "/".join(quote(_sendable(part), safe="") for part in parts)


class Api:
    """Calls the API for one user.

    Args:
        connection: the server and the identity.
        notify: called with a sentence when a long wait begins.
    """

    def __init__(self, connection: Connection, notify: Callable[[str], None]) -> None:
        self.connection = connection
        self._notify = notify
        # A server on this machine is not behind the environment's proxy.
        self._http = httpx.Client(timeout=TIMEOUT, trust_env=not connection.local)

    def get(self, where: str, **params: Any) -> Json:
        """Sends a GET; parameters that are None are omitted."""
        return self.call("GET", where, params=params)

    def post(self, where: str, body: Any = None) -> Json:
        """Sends a POST with an idempotency key, so retries are safe."""
        return self.call("POST", where, body, headers={"Idempotency-Key": uuid.uuid4().hex})

    def patch(self, where: str, body: Json) -> Json:
        """Sends a PATCH."""
        return self.call("PATCH", where, body)

    def delete(self, where: str) -> Json:
        """Sends a DELETE."""
        return self.call("DELETE", where)

    def pages(self, where: str, key: str, limit: int | None = None, **params: Any) -> Iterator[Any]:
        """Yields the items of a paged list, at most `limit` of them."""
        left, token = limit, None
        while left is None or left > 0:
            size = PAGE if left is None else min(PAGE, left)
            page = self.get(where, pageSize=size, pageToken=token, **params)
            yield from page[key]
            last, token = token, page.get("nextPageToken")
            if not token:
                return
            if token == last:
                raise Unreachable(f"{self.connection.url} repeats a page of {where}.", "Try again.")
            left = None if left is None else left - len(page[key])

    def call(
        self,
        method: str,
        where: str,
        body: Any = None,
        *,
        params: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Json:
        """Sends a request. If the server is busy, retries after the time it asks for.

        Raises:
            ApiError: the API refused.
            Unreachable: the server does not answer, or is not Rekindle.
        """
        for attempt in range(1, ATTEMPTS + 1):
            answer = self._send(method, where, body, params, headers)
            wait = _wait(answer, attempt)
            if wait is None:
                break
            if wait >= _LONG_WAIT:
                self._notify(f"The server is busy. Retrying in {wait:.0f} seconds …")
            time.sleep(wait)
        return self._json(answer)

    def download(self, where: str, received: Callable[[int], None]) -> str:
        """Gets a text that may be long; `received` is called with the size of each chunk.

        Raises:
            ApiError: the API refused.
            Unreachable: the server does not answer, or the connection broke.
        """
        with self._reachable():
            url = self.connection.url + where
            with self._http.stream("GET", url, headers=self.connection.headers()) as answer:
                body = self._read(answer, LARGEST_EXPORT, received)
        if not answer.is_success:
            self._json(httpx.Response(answer.status_code, content=body))
        return body.decode("utf-8", "replace")

    def _send(
        self,
        method: str,
        where: str,
        body: Any,
        params: Mapping[str, Any] | None,
        headers: Mapping[str, str] | None,
    ) -> httpx.Response:
        chosen = {
            name: _sendable(value) for name, value in (params or {}).items() if value is not None
        }
        content = None if body is None else _sendable(json.dumps(body, ensure_ascii=False)).encode()
        with (
            self._reachable(),
            self._http.stream(
                method,
                self.connection.url + where,
                params=chosen or None,
                content=content,
                headers={
                    **self.connection.headers(),
                    **({"Content-Type": "application/json"} if content is not None else {}),
                    **(headers or {}),
                },
            ) as answer,
        ):
            body = self._read(answer, LARGEST_ANSWER)
        kept = [pair for pair in answer.headers.raw if pair[0].lower() == b"retry-after"]
        return httpx.Response(answer.status_code, headers=kept, content=body)

    def _read(
        self, answer: httpx.Response, limit: int, received: Callable[[int], None] | None = None
    ) -> bytes:
        """Reads a body, which may be compressed, up to a limit in bytes."""
        body = bytearray()
        for chunk in answer.iter_bytes():
            body += chunk
            if len(body) > limit:
                raise Unreachable(
                    f"{self.connection.url} answered with more than {limit:,} bytes.",
                    "Check --url.",
                )
            if received:
                received(len(chunk))
        return bytes(body)

    @contextmanager
    def _reachable(self) -> Iterator[None]:
        """Turns the HTTP client's errors into `Unreachable`."""
        try:
            yield
        except httpx.ConnectError as error:
            raise self._no_answer() from error
        except httpx.TimeoutException as error:
            raise Unreachable(
                f"{self.connection.url} did not answer in time.",
                "The request may still have been carried out. Check before you repeat it.",
            ) from error
        except httpx.HTTPError as error:
            raise Unreachable(
                f"The connection to {self.connection.url} failed: {error}", "Try again."
            ) from error

    def _no_answer(self) -> Unreachable:
        hint = (
            "Start the embedded stack with `rekindle start`, or name another server with --url."
            if self.connection.local
            else "Check --url and your network connection."
        )
        return Unreachable(f"Nothing answers at {self.connection.url}.", hint)

    def _json(self, answer: httpx.Response) -> Json:
        try:
            found = parse_json(answer.content)
        except ValueError:
            found = None
        if answer.is_success and isinstance(found, dict):
            return found
        error = found.get("error") if isinstance(found, dict) else None
        if not answer.is_success and isinstance(error, dict) and "message" in error:
            error = {"code": answer.status_code, **error}
            raise ApiError(error, hint_for(error, self.connection))
        raise Unreachable(
            f"{self.connection.url} answered {answer.status_code}, but is not a Rekindle server.",
            "Check --url: it must be the address without /v1.",
        )


def _sendable(value: Any) -> Any:
    """Valid UTF-8: bytes that the shell could not decode become question marks."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value


def _wait(answer: httpx.Response, attempt: int) -> float | None:
    """Seconds to wait before a retry; None if this answer is final."""
    if answer.status_code not in (429, 503) or attempt == ATTEMPTS:
        return None
    try:
        asked = float(answer.headers["Retry-After"])
    except (KeyError, ValueError):
        return None
    if not 0 <= asked <= LONGEST_WAIT:
        return None
    # Wait longer each time, in case the server underestimates.
    return min(asked * attempt, LONGEST_WAIT)

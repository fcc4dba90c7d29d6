"""The proxy as an ASGI application."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.routing import Mount
from starlette.types import Receive, Scope, Send

from proxy.conversation import Conversation
from proxy.guard import refusal
from proxy.memory import Memory
from proxy.relay import Unreachable, Upstream

COMPLETIONS = "/v1/chat/completions"
PRIVATE = "x-rekindle-private"
"""A program sets this header to 1 on requests of which nothing is to be recorded."""
_log = logging.getLogger(__name__)


class Gone(Exception):
    """The program has closed the connection."""


class Proxy:
    """Adds memory to requests for chat completions, and passes everything else on untouched.

    Args:
        upstream: the model's server.
        memory: the user's Rekindle.
    """

    def __init__(self, upstream: Upstream, memory: Memory) -> None:
        self._upstream = upstream
        self._memory = memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        headers = Headers(scope=scope)
        if refused := refusal(headers):
            await _answer(send, 403, "refused", refused)
            return
        query = scope["query_string"]
        target = scope["raw_path"] + (b"?" + query if query else b"")
        is_json = headers.get("content-type", "").startswith("application/json")
        try:
            if not is_json and ("content-length" in headers or "transfer-encoding" in headers):
                # Files go through as they come, however large.
                await self._upstream.pass_on(
                    scope["method"], target, scope["headers"], _parts(receive), send
                )
                return
            body = b"".join([part async for part in _parts(receive)])
            await _unless_gone(receive, lambda: self._exchange(scope, headers, target, body, send))
        except Unreachable as error:
            _log.warning("The model's server cannot be reached: %s.", error)
            message = f"The model's server cannot be reached ({error}). Check --upstream."
            await _answer(send, 502, "upstream_unreachable", message)
        except Gone:
            return

    async def _exchange(
        self, scope: Scope, headers: Headers, target: bytes, body: bytes, send: Send
    ) -> None:
        if scope["method"] == "POST" and scope["path"] == COMPLETIONS:
            body = await self._with_memory(headers, body)
        await self._upstream.pass_on(scope["method"], target, scope["headers"], body, send)

    async def _with_memory(self, headers: Headers, body: bytes) -> bytes:
        try:
            conversation = Conversation(body)
        except ValueError:
            return body  # the model's server says what is wrong
        said = conversation.said()
        if said and headers.get(PRIVATE, "0") == "0":
            self._memory.record(said)
        block = await self._memory.block()
        return conversation.with_block(block) if block else body


def application(upstream: Upstream, memory: Memory) -> Starlette:
    """The application, which closes its connections when it ends."""

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        await memory.block()  # connects, which takes longer than a request may wait
        try:
            yield
        finally:
            await memory.close()
            await upstream.close()

    return Starlette(routes=[Mount("/", app=Proxy(upstream, memory))], lifespan=running)


async def _parts(receive: Receive) -> AsyncIterator[bytes]:
    """The parts of a request's body.

    Raises:
        Gone: the program has closed the connection.
    """
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise Gone
        more = message.get("more_body", False)
        if part := message.get("body", b""):
            yield part


async def _unless_gone(receive: Receive, work: Callable[[], Awaitable[None]]) -> None:
    """Does the work, and stops it if the program closes the connection."""

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    working = asyncio.ensure_future(work())
    waiting = asyncio.ensure_future(gone())
    try:
        await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            working.result()
    finally:
        for task in (working, waiting):
            task.cancel()
        await asyncio.gather(working, waiting, return_exceptions=True)


async def _answer(send: Send, status: int, code: str, message: str) -> None:
    """Answers with an error of the proxy's own, in the form of OpenAI's."""
    error: dict[str, Any] = {"message": message, "type": "rekindle_proxy", "param": None}
    body = json.dumps({"error": {**error, "code": code}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})

"""One HTTP call that ends: within a total time, with an answer of limited size, at one server.

A timeout of the HTTP library starts anew with every byte it reads, so a server that sends one byte
per second could hold a worker forever. Here the whole call has one deadline.
"""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from typing import Any, TypeVar

import httpx2

from shared.learning.analyzer import time_for_a_call

T = TypeVar("T")

MAX_ANSWER = 1024 * 1024
"""The longest answer that is read, in bytes: a hundred times what a model may write."""


class AnswerTooLarge(httpx2.TransportError):
    """The answer is longer than `MAX_ANSWER`, or is compressed and so may be."""


def run_in_time(seconds: float, call: Coroutine[Any, Any, T]) -> T:
    """Runs a call to its end, or cancels it.

    Raises:
        TimeoutError: it took longer than `seconds`, counting from the start, or than the request's
            deadline allows.
    """
    seconds = time_for_a_call(seconds)

    async def run() -> T:
        async with asyncio.timeout(seconds):
            return await call

    return asyncio.run(run())


def bounded_client(seconds: float) -> httpx2.AsyncClient:
    """Returns a client for one call, which follows no redirect: the request holds what users said.

    Args:
        seconds: the timeout of each single step, for errors that say which one failed.
    """
    return httpx2.AsyncClient(
        transport=_BoundedTransport(),
        headers={"Accept-Encoding": "identity"},
        timeout=seconds,
        follow_redirects=False,
    )


class _BoundedTransport(httpx2.AsyncBaseTransport):
    def __init__(self) -> None:
        self._inner = httpx2.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-encoding", "identity") != "identity":
            await response.aclose()
            raise AnswerTooLarge("compressed, though not asked for", request=request)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        return httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=_Bounded(response.stream, request),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, request: httpx2.Request) -> None:
        self._stream = stream
        self._request = request

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MAX_ANSWER:
                raise AnswerTooLarge("too long", request=self._request)
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()

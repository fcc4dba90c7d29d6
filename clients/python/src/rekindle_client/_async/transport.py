"""Requests to the API: the token, deadlines, and repetition."""

import random
from collections.abc import Awaitable, Callable

import httpx

from rekindle_client._calls import Answer, Call, Options, checked, parsed, whole
from rekindle_client._retry import wait_before
from rekindle_client.errors import RekindleError, Unreachable


class AsyncTransport:
    """Sends calls to one Rekindle, as one user.

    Args:
        base: the address, without `/v1`.
        http: the connections.
        auth: puts the token on requests.
        headers: go with every request, unless it has its own.
        pause: waits for some seconds.
        options: how requests are sent.
    """

    def __init__(
        self,
        base: str,
        http: httpx.AsyncClient,
        auth: httpx.Auth,
        headers: Callable[[], dict[str, str]],
        pause: Callable[[float], Awaitable[None]],
        options: Options,
    ) -> None:
        self.options = options
        self._base = base
        self._http = http
        self._auth = auth
        self._headers = headers
        self._pause = pause

    def with_options(self, options: Options) -> "AsyncTransport":
        """The same, with other options."""
        return AsyncTransport(
            self._base, self._http, self._auth, self._headers, self._pause, options
        )

    def part(self, number: int) -> "AsyncTransport":
        """The same, for one of several requests of a call."""
        return self.with_options(self.options.part(number))

    async def ask(self, call: Call, answer: type[Answer]) -> Answer:
        """Sends a request that must succeed; returns its answer."""
        return parsed(await self.send(call), answer)

    async def send(self, call: Call) -> httpx.Response:
        """Sends a request until it succeeds, or until repeating it does not help.

        Raises:
            ApiError: it was refused.
            Unreachable: there was no answer.
        """
        headers = call.headers(self.options)
        failures = 0
        while True:
            try:
                return await self._attempt(call, headers)
            except RekindleError as error:
                failures += 1
                again = call.repeatable and self.options.reconnect
                wait = wait_before(error, failures, again, random.random())  # noqa: S311
                if wait is None or failures > self.options.retries:
                    raise
            await self._pause(wait)

    async def _attempt(self, call: Call, headers: dict[str, str]) -> httpx.Response:
        try:
            async with self._http.stream(
                call.method,
                self._base + call.path,
                params=call.params(),
                content=call.content(),
                headers={**httpx.Headers(self._headers()), **httpx.Headers(headers)},
                auth=self._auth,
                timeout=self.options.waits(),
            ) as response:
                body = bytearray()
                async for chunk in response.aiter_bytes():
                    body += chunk
                    call.took(chunk, len(body))
        except (httpx.RequestError, httpx.InvalidURL) as error:
            raise Unreachable(
                f"No answer from {self._base}. Check the connection and the address.",
                sent=not isinstance(error, httpx.ConnectError | httpx.ConnectTimeout),
            ) from error
        return checked(whole(response, body))

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

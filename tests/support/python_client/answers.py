"""Prepared answers for the Python client, and both kinds of it to ask for them."""

import asyncio
from collections.abc import Callable, Iterator

import httpx

from rekindle_client import AsyncRekindle, Rekindle

URL = "https://rekindle.test"
TOOLS = {"instructions": "Save what lasts.", "tools": []}
RECORDED = {"prompts": [{"id": "1", "status": "recorded"}]}

Answer = httpx.Response | Exception


def refusal(code: int, status: str, reason: str = "", **headers: str) -> httpx.Response:
    details = [{"reason": reason}] if reason else []
    error = {"code": code, "status": status, "message": "It was refused.", "details": details}
    return httpx.Response(code, json={"error": error}, headers=headers)


def old_token() -> httpx.Response:
    return refusal(401, "UNAUTHENTICATED", "BAD_TOKEN")


class Server:
    """Gives prepared answers, and keeps what it was asked."""

    def __init__(self, *answers: Answer) -> None:
        self._answers: Iterator[Answer] = iter(answers)
        self.requests: list[httpx.Request] = []
        self._headers: list[httpx.Headers] = []  # a request is changed and sent again

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        self._headers.append(request.headers.copy())
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)

    def told(self, header: str) -> list[str | None]:
        return [headers.get(header) for headers in self._headers]


class Calls:
    """The client of one of both kinds, as a test uses it."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.waits: list[float] = []

    def run(self, server: Server, call: Callable, token=lambda refresh: "token", **options):
        transport = httpx.MockTransport(server)
        if self.kind == "threads":
            options |= {"http_client": httpx.Client(transport=transport)}
            return call(Rekindle(URL, token, pause=self.waits.append, **options))

        async def pause(seconds: float) -> None:
            self.waits.append(seconds)

        async def scenario():
            options["http_client"] = httpx.AsyncClient(transport=transport)
            return await call(AsyncRekindle(URL, token, pause=pause, **options))

        return asyncio.run(scenario())


def ok(body=TOOLS) -> httpx.Response:
    return httpx.Response(200, json=body)

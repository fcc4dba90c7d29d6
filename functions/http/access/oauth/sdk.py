"""Runs the SDK's handlers, which are asynchronous, inside a synchronous function."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

# The SDK's log lines may hold what clients send. Our own modules log errors.
logging.getLogger("mcp").setLevel(logging.CRITICAL)

Handler = Callable[[Request], Awaitable[Response]]


def run(
    handler: Handler, method: str, *, query: str = "", body: bytes = b"", kind: str = ""
) -> Response:
    """Returns a handler's answer to a request that is complete.

    Args:
        handler: the handler.
        method: the HTTP method.
        query: the query string.
        body: the body.
        kind: the body's content type.
    """
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": "/",
        "query_string": query.encode(),
        "headers": [(b"content-type", kind.encode())] if kind else [],
    }

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": body, "more_body": False}

    async def answer() -> Response:
        return await handler(Request(scope, receive))

    return asyncio.run(answer())

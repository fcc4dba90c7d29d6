"""Passes a message to the SDK's server, and returns its answer, in a synchronous function.

The SDK is asynchronous, and its servers are meant to be long-lived. A function's process forks
after loading and serves each request on a thread, so each message gets its own server and event
loop; both are cheap. Nothing else runs on that loop, so handlers may block it.
"""

import asyncio
import json
import logging
from typing import Any

import httpx
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from functions.http.mcp_server import server_for
from functions.http.routing import Answer, Call
from shared.base.errors import InvalidArgument

# The SDK's log lines may quote the user. Our own modules log errors.
logging.getLogger("mcp").setLevel(logging.CRITICAL)


def exchange(call: Call, message: dict[str, Any]) -> Answer:
    """Returns the server's answer to a message: JSON, or an empty text for a notification."""
    headers = {name: value for name, value in call.http.headers.items() if _is_protocol(name)}
    for name, value in headers.items():
        if not value.isascii():
            raise InvalidArgument.field(name, "must have only ASCII characters")
    request = httpx.Request("POST", "http://mcp/mcp", headers=headers, json=message)
    answer = asyncio.run(_answer(call, request))
    body = json.loads(answer.content) if answer.content else ""
    return Answer(body, answer.status_code)


async def _answer(call: Call, request: httpx.Request) -> httpx.Response:
    server = server_for(call.uid, call.services)
    manager = StreamableHTTPSessionManager(server, json_response=True, stateless=True)
    async with manager.run():
        transport = httpx.ASGITransport(app=manager.handle_request)
        response = await transport.handle_async_request(request)
        await response.aread()
    return response


def _is_protocol(header: str) -> bool:
    """Whether the SDK needs the header. It does not need the token."""
    name = header.lower()
    return name in ("accept", "content-type") or name.startswith("mcp-")

"""One message to the SDK's server, and its answer, within one call of a synchronous function.

The SDK is asynchronous, and its servers are meant to live long. A function's process forks after
loading and serves each request on a thread, so each message gets a server and an event loop of its
own; both are cheap. Nothing else runs on that loop, and what a handler does may block it.
"""

import asyncio
import json
import logging
from typing import Any

import httpx
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from functions.http.mcp_server import server_for
from functions.http.routing import Answer, Call

# The SDK's own lines may quote what a user said. What goes wrong is logged by our modules.
logging.getLogger("mcp").setLevel(logging.CRITICAL)


def exchange(call: Call, message: dict[str, Any]) -> Answer:
    """What the server answers to a message: JSON, or nothing to a notification."""
    headers = {name: value for name, value in call.http.headers.items() if _is_protocol(name)}
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
    """What the SDK needs to see: not the token."""
    name = header.lower()
    return name in ("accept", "content-type") or name.startswith("mcp-")

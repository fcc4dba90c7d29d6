"""A Rekindle that takes every request and never answers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rekindle_client import AsyncRekindle


@asynccontextmanager
async def silent() -> AsyncIterator[AsyncRekindle]:
    """Gives a client of such a server."""
    asked: set[asyncio.StreamWriter] = set()

    async def listen(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.add(writer)

    server = await asyncio.start_server(listen, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    try:
        async with AsyncRekindle(f"http://127.0.0.1:{port}", "token") as rekindle:
            yield rekindle
    finally:
        for each in asked:
            each.close()
        server.close()

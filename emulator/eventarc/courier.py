"""Posts events to a function of this machine, over connections that stay open.

Each prompt is an event. httpx would take more of the stack's time for sending it than the embedded
Firestore takes for everything that the prompt causes there.
"""

import asyncio
from collections.abc import Mapping
from urllib.parse import urlsplit

Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]

_DEADLINE = 60.0
_END_OF_HEAD = b"\r\n\r\n"
_STATUS = slice(len("HTTP/1.1 "), len("HTTP/1.1 200"))
_FAILURES = (OSError, EOFError, ValueError, asyncio.LimitOverrunError)


class Courier:
    """Posts to one URL, which begins with http://.

    Args:
        url: where to.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._head = f"POST {parts.path or '/'} HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        self._idle: list[Connection] = []

    def close(self) -> None:
        """Closes the connections that nothing is sent over."""
        for _, writer in self._idle:
            writer.close()
        self._idle.clear()

    async def post(self, body: bytes, headers: Mapping[str, str]) -> int | None:
        """Posts a body, and returns the status of the answer; None if none came in time.

        Args:
            body: the body.
            headers: further headers, in ASCII and without line breaks.
        """
        lines = [f"{name}: {value}\r\n" for name, value in headers.items()]
        head = f"{self._head}{''.join(lines)}Content-Length: {len(body)}\r\n\r\n"
        writer = None
        try:
            async with asyncio.timeout(_DEADLINE):
                reader, writer = await self._connected()
                writer.write(head.encode("ascii") + body)
                status, may_stay = await _answer(reader)
        except _FAILURES:
            status, may_stay = None, False
        except asyncio.CancelledError:
            if writer:
                writer.close()
            raise
        if writer and may_stay:
            self._idle.append((reader, writer))
        elif writer:
            writer.close()
        return status

    async def _connected(self) -> Connection:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof() and not writer.is_closing():
                return reader, writer
            writer.close()
        return await asyncio.open_connection(self._host, self._port)


async def _answer(reader: asyncio.StreamReader) -> tuple[int, bool]:
    """Returns the status of an answer, and whether the connection can be used again.

    Raises:
        EOFError: the connection ended before the answer did.
        ValueError: it is no answer.
    """
    head = await reader.readuntil(_END_OF_HEAD)
    first, *lines = head.decode("latin-1").split("\r\n")
    fields = {
        name.lower(): value.strip() for name, _, value in (each.partition(":") for each in lines)
    }
    length = fields.get("content-length")
    if length is not None:
        await reader.readexactly(int(length))
    kept = length is not None and fields.get("connection", "").lower() != "close"
    return int(first[_STATUS]), kept

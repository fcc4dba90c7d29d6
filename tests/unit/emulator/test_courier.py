"""Events are posted over connections that stay open, and a lost one is no answer."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from emulator.eventarc.courier import Courier

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK"


class Function:
    """A server that answers each request with the next of some answers, then hangs up."""

    def __init__(self, *answers: bytes) -> None:
        self._answers = list(answers)
        self.connections = 0
        self.seen: list[bytes] = []

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        while self._answers:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                break
            size = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
            self.seen.append(head + await reader.readexactly(size))
            answer = self._answers.pop(0)
            writer.write(answer)
            if not answer:
                break
        writer.close()


def played(function: Function, scene: Callable[[Courier], Awaitable[list[int | None]]]):
    async def run() -> list[int | None]:
        async with await asyncio.start_server(function.serve, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            courier = Courier(f"http://127.0.0.1:{port}/on_prompt_created")
            try:
                return await scene(courier)
            finally:
                courier.close()

    return asyncio.run(run())


def times(count: int) -> Callable[[Courier], Awaitable[list[int | None]]]:
    async def scene(courier: Courier) -> list[int | None]:
        return [await courier.post(b"event", {"ce-id": "1"}) for _ in range(count)]

    return scene


def test_a_connection_is_used_again():
    function = Function(OK, b"HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n", OK)
    assert played(function, times(3)) == [200, 503, 200]
    assert function.connections == 1
    head, _, body = function.seen[2].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /on_prompt_created HTTP/1.1\r\nHost: 127.0.0.1:")
    assert b"\r\nce-id: 1\r\n" in head
    assert body == b"event"


@pytest.mark.parametrize(
    "last",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nOK",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nOK\r\n0\r\n\r\n",
    ],
)
def test_a_connection_whose_end_is_near_or_not_known_is_left(last):
    function = Function(last, OK)
    assert played(function, times(2)) == [200, 200]
    assert function.connections == 2


@pytest.mark.parametrize("garbage", [b"", b"HTTP/1.1 200 OK\r\nContent-Le", b"nonsense\r\n\r\n"])
def test_what_is_no_answer_is_none(garbage):
    function = Function(garbage or b"")
    assert played(function, times(1)) == [None]


def test_nobody_there_is_no_answer():
    async def scene() -> int | None:
        return await Courier("http://127.0.0.1:1/").post(b"", {})

    assert asyncio.run(scene()) is None

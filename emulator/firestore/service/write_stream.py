"""The Write stream, over which web and mobile clients send their writes in order."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator

from emulator.firestore.service.engine import Engine
from emulator.firestore.wire import protos
from emulator.firestore.wire.billing import Bill
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.protos import Message, timestamp_from_micros
from emulator.firestore.wire.randomids import random_id


class WriteCalls:
    """Serves the Write call."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def write(
        self, requests: AsyncIterator[Message], bill: Bill
    ) -> AsyncGenerator[bytes | Message, None]:
        """Serve one stream: a handshake, then one response per request."""
        first = await anext(requests, None)
        if first is None:
            return
        database = self._engine.database(first.database)
        if first.writes:
            raise invalid_argument("The first request of a stream must not contain writes.")
        number = _decode_token(first.stream_token) if first.stream_token else 0
        stream_id = first.stream_id or random_id()
        yield protos.WriteResponse(stream_id=stream_id, stream_token=_encode_token(number))
        async for request in requests:
            if not request.stream_token:
                raise invalid_argument(
                    "A write request must carry the stream token of the last response."
                )
            _decode_token(request.stream_token)
            micros, results = await database.commit(request.writes, None, bill)
            number += 1
            yield protos.WriteResponse(
                stream_token=_encode_token(number),
                write_results=results,
                commit_time=timestamp_from_micros(micros),
            )


def _encode_token(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _decode_token(token: bytes) -> int:
    if len(token) != 8:
        raise invalid_argument("Invalid stream token.")
    return int.from_bytes(token, "big")

"""Adapts engine calls to gRPC: decoding of requests, encoding of responses, billing."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing

from google.protobuf.message import DecodeError

from emulator.firestore.wire.billing import UNBILLED_METADATA_KEY, Bill, Usage
from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.http2.grpc_stream import Method
from emulator.firestore.wire.http2.hpack import Headers
from emulator.firestore.wire.protos import Message

MAX_REQUEST_BYTES = 11_534_336

Unary = Callable[[Message, Bill], Awaitable[bytes | Message]]
Responses = AsyncGenerator[bytes | Message, None]
ServerStream = Callable[[Message, Bill], Responses]
BidirectionalStream = Callable[[AsyncIterator[Message], Bill], Responses]


class Caller:
    """Wraps engine calls as gRPC methods.

    Args:
        usage: Counts billed operations.
    """

    def __init__(self, usage: Usage) -> None:
        self._usage = usage

    def unary(self, request_class: Message, call: Unary) -> Method:
        """Wrap a call that returns one response."""

        async def serve(data: bytes, headers: Headers) -> bytes:
            bill = self._bill(headers)
            with bill.call():
                return _encode(await call(_decode(request_class, data), bill))

        return Method(unary=serve)

    def server_stream(self, request_class: Message, call: ServerStream) -> Method:
        """Wrap a call that returns a stream of responses."""

        async def serve(data: bytes, headers: Headers) -> AsyncGenerator[bytes, None]:
            bill = self._bill(headers)
            with bill.call():
                async with aclosing(call(_decode(request_class, data), bill)) as responses:
                    async for response in responses:
                        yield _encode(response)

        return Method(server_stream=serve)

    def bidirectional(self, request_class: Message, call: BidirectionalStream) -> Method:
        """Wrap a call with streams in both directions."""

        async def serve(
            stream: AsyncIterator[bytes], headers: Headers
        ) -> AsyncGenerator[bytes, None]:
            async def requests() -> AsyncIterator[Message]:
                async for data in stream:
                    yield _decode(request_class, data)

            bill = self._bill(headers)
            with bill.call():
                async with aclosing(call(requests(), bill)) as responses:
                    async for response in responses:
                        yield _encode(response)

        return Method(bidirectional=serve)

    def _bill(self, headers: Headers) -> Bill:
        return Bill(None if UNBILLED_METADATA_KEY in headers else self._usage)


def _decode(request_class: Message, data: bytes) -> Message:
    if len(data) > MAX_REQUEST_BYTES:
        raise invalid_argument(
            f"Request payload size exceeds the limit: {MAX_REQUEST_BYTES} bytes."
        )
    try:
        return request_class.FromString(data)
    except DecodeError:
        raise invalid_argument("The request is not a valid message.") from None


def _encode(response: bytes | Message) -> bytes:
    if isinstance(response, bytes):
        return response
    encoded: bytes = response.SerializeToString()
    return encoded

"""From gRPC calls to engine calls: decoding, billing, and the mapping of errors."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, NoReturn

import grpc
from google.protobuf.message import DecodeError

from .billing import UNBILLED_METADATA_KEY, Bill, Usage
from .errors import FirestoreError
from .protos import Message

SERVICE = "google.firestore.v1.Firestore"
MAX_REQUEST_BYTES = 11_534_336

_log = logging.getLogger(__name__)

Unary = Callable[[Message, Bill], Awaitable[bytes | Message]]
ServerStream = Callable[[Message, Bill], AsyncIterator[bytes | Message]]
BidirectionalStream = Callable[
    [AsyncIterator[Message], Bill, dict[str, str]], AsyncIterator[bytes | Message]
]


class Caller:
    """Wraps engine calls as gRPC method handlers.

    Args:
        usage: Where billed operations are counted.
    """

    def __init__(self, usage: Usage) -> None:
        self._usage = usage

    def unary(self, request_class: Message, call: Unary) -> Any:
        """Make the handler of a call with one response."""

        async def handle(data: bytes, context: Any) -> bytes:
            try:
                return _encoded(await call(_decoded(request_class, data), self._bill(context)))
            except Exception as error:
                await _abort(context, error)

        return grpc.unary_unary_rpc_method_handler(handle)

    def server_stream(self, request_class: Message, call: ServerStream) -> Any:
        """Make the handler of a call with a stream of responses."""

        async def handle(data: bytes, context: Any) -> AsyncIterator[bytes]:
            try:
                request = _decoded(request_class, data)
                async for response in call(request, self._bill(context)):
                    yield _encoded(response)
            except Exception as error:
                await _abort(context, error)

        return grpc.unary_stream_rpc_method_handler(handle)

    def bidirectional(self, request_class: Message, call: BidirectionalStream) -> Any:
        """Make the handler of a call with streams both ways."""

        async def handle(stream: AsyncIterator[bytes], context: Any) -> AsyncIterator[bytes]:
            async def requests() -> AsyncIterator[Message]:
                async for data in stream:
                    yield _decoded(request_class, data)

            metadata = {key: str(value) for key, value in context.invocation_metadata() or ()}
            try:
                async for response in call(requests(), self._bill(context), metadata):
                    yield _encoded(response)
            except Exception as error:
                await _abort(context, error)

        return grpc.stream_stream_rpc_method_handler(handle)

    def _bill(self, context: Any) -> Bill:
        for key, _ in context.invocation_metadata() or ():
            if key == UNBILLED_METADATA_KEY:
                return Bill(None)
        return Bill(self._usage)


def _decoded(request_class: Message, data: bytes) -> Message:
    if len(data) > MAX_REQUEST_BYTES:
        raise FirestoreError(
            grpc.StatusCode.INVALID_ARGUMENT,
            f"Request payload size exceeds the limit: {MAX_REQUEST_BYTES} bytes.",
        )
    try:
        return request_class.FromString(data)
    except DecodeError as error:
        raise FirestoreError(
            grpc.StatusCode.INVALID_ARGUMENT, "The request is not a valid message."
        ) from error


def _encoded(response: bytes | Message) -> bytes:
    if isinstance(response, bytes):
        return response
    encoded: bytes = response.SerializeToString()
    return encoded


async def _abort(context: Any, error: Exception) -> NoReturn:
    if isinstance(error, grpc.aio.AbortError):
        raise error
    if isinstance(error, FirestoreError):
        await context.abort(error.code, error.message)
    _log.error("unexpected error while serving a call", exc_info=error)
    await context.abort(grpc.StatusCode.INTERNAL, "Internal error of the emulator.")
    raise error

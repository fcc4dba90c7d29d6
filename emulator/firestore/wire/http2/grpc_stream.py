"""gRPC over one HTTP/2 stream: message framing, deadlines, status trailers."""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from typing import Any, NamedTuple
from urllib.parse import quote

from emulator.firestore.wire.http2.connection import Connection
from emulator.firestore.wire.http2.hpack import Headers, encode_headers
from emulator.firestore.wire.http2.http1 import Check
from emulator.firestore.wire.http2.status import StatusCode

MAX_MESSAGE_BYTES = 64 * 1024 * 1024

_LARGE = 50_000
"""Bytes of a response in a stream after which other calls get their turn."""
_PREFIX_BYTES = 5
_RESPONSE_HEADERS = [(":status", "200"), ("content-type", "application/grpc")]
_HEADER_BLOCK = encode_headers(_RESPONSE_HEADERS)
_OK_TRAILERS = encode_headers([("grpc-status", "0")])
_CODE_OF_HTTP = {
    401: StatusCode.UNAUTHENTICATED,
    415: StatusCode.INVALID_ARGUMENT,
}
_TIMEOUT_UNITS = {"H": 3600.0, "M": 60.0, "S": 1.0, "m": 1e-3, "u": 1e-6, "n": 1e-9}
_UNESCAPED = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) != "%")

_log = logging.getLogger(__name__)


class RpcError(Exception):
    """A call that ends with a status other than OK.

    Attributes:
        code: The gRPC status code.
        message: The text for the client.
    """

    def __init__(self, code: StatusCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


UnaryCall = Callable[[bytes, Headers], Awaitable[bytes]]
ServerStreamCall = Callable[[bytes, Headers], AsyncGenerator[bytes, None]]
BidirectionalCall = Callable[[AsyncIterator[bytes], Headers], AsyncGenerator[bytes, None]]


class Method(NamedTuple):
    """The handler of a method; exactly one of the three fields is set."""

    unary: UnaryCall | None = None
    server_stream: ServerStreamCall | None = None
    bidirectional: BidirectionalCall | None = None


class GrpcStream:
    """One call.

    Args:
        connection: The connection that it arrived on.
        stream_id: Its HTTP/2 stream.
        headers: The request's headers.
        methods: All methods by path.
        check: Refuses the call by its headers.
    """

    __slots__ = (
        "_body",
        "_check",
        "_connection",
        "_deadline",
        "_headers",
        "_input_arrived",
        "_messages",
        "_methods",
        "_output_sent",
        "_request_ended",
        "_responded",
        "_stream_id",
        "_task",
    )

    def __init__(
        self,
        connection: Connection,
        stream_id: int,
        headers: Headers,
        methods: dict[str, Method],
        check: Check,
    ) -> None:
        self._check = check
        self._connection = connection
        self._stream_id = stream_id
        self._headers = headers
        self._methods = methods
        self._body = bytearray()
        self._messages: list[bytes] = []
        self._request_ended = False
        self._responded = False
        self._task: asyncio.Task[None] | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._input_arrived: asyncio.Future[None] | None = None
        self._output_sent: asyncio.Future[None] | None = None

    def begin(self) -> None:
        """Begin the call: the request's headers have arrived."""
        headers = self._headers
        refusal = self._check(headers.get(":method", ""), headers)
        if refusal is not None:
            code = _CODE_OF_HTTP.get(refusal[0], StatusCode.PERMISSION_DENIED)
            self._finish(RpcError(code, refusal[1]))
            return
        if not headers.get("content-type", "").startswith("application/grpc"):
            block = encode_headers([(":status", "415")])
            self._connection.send_headers(self._stream_id, block, end=True)
            self._close()
            return
        method = self._methods.get(headers.get(":path", ""))
        if method is None or headers.get(":method") != "POST":
            self._finish(
                RpcError(StatusCode.UNIMPLEMENTED, f"Unknown method {headers.get(':path')}.")
            )
            return
        timeout = headers.get("grpc-timeout")
        if timeout is not None:
            self._set_deadline(timeout)
        if method.bidirectional is not None:
            self._start(self._stream_out(method.bidirectional(self._incoming(), headers)))

    def received(self, data: bytes) -> None:
        """Handle a piece of the request's body."""
        self._body += data
        try:
            self._split_messages()
        except RpcError as error:
            self._cancel()
            self._finish(error)

    def ended(self) -> None:
        """Handle the end of the request."""
        self._request_ended = True
        if self._task is not None:
            self._wake_reader()
            return
        method = self._methods.get(self._headers.get(":path", ""))
        if method is None:
            return
        if len(self._messages) != 1 or self._body:
            self._finish(
                RpcError(StatusCode.INTERNAL, "The request must contain exactly one message.")
            )
        elif method.unary is not None:
            self._start(self._answer(method.unary))
        elif method.server_stream is not None:
            call = method.server_stream
            self._start(self._stream_out(call(self._messages[0], self._headers)))

    def aborted(self) -> None:
        """Stop: the client reset the stream or the connection is gone."""
        self._responded = True
        self._cancel()

    def resume(self) -> None:
        """Continue: pending output has been sent."""
        if self._output_sent is not None and not self._output_sent.done():
            self._output_sent.set_result(None)

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.get_running_loop().create_task(work)

    def _cancel(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        if self._task is not None:
            self._task.cancel()

    def _set_deadline(self, text: str) -> None:
        unit = _TIMEOUT_UNITS.get(text[-1:])
        if unit is None or not text[:-1].isdecimal() or len(text) > 9:
            self._finish(RpcError(StatusCode.INTERNAL, "Malformed timeout."))
            return
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(int(text[:-1]) * unit, self._expire)

    def _expire(self) -> None:
        self._cancel()
        self._finish(RpcError(StatusCode.DEADLINE_EXCEEDED, "Deadline exceeded."))

    def _split_messages(self) -> None:
        body = self._body
        while len(body) >= _PREFIX_BYTES:
            size = int.from_bytes(body[1:_PREFIX_BYTES], "big")
            if size > MAX_MESSAGE_BYTES:
                raise RpcError(
                    StatusCode.RESOURCE_EXHAUSTED,
                    f"Received message larger than max ({size} vs. {MAX_MESSAGE_BYTES})",
                )
            end = _PREFIX_BYTES + size
            if len(body) < end:
                break
            message = bytes(body[_PREFIX_BYTES:end])
            if body[0]:
                message = _decompressed(message, self._headers.get("grpc-encoding", "identity"))
            self._messages.append(message)
            del body[:end]
        self._wake_reader()

    def _wake_reader(self) -> None:
        if self._input_arrived is not None and not self._input_arrived.done():
            self._input_arrived.set_result(None)

    async def _incoming(self) -> AsyncIterator[bytes]:
        while True:
            while self._messages:
                yield self._messages.pop(0)
            if self._request_ended:
                return
            self._input_arrived = asyncio.get_running_loop().create_future()
            await self._input_arrived

    async def _answer(self, call: UnaryCall) -> None:
        try:
            response = await call(self._messages[0], self._headers)
        except Exception as error:
            self._finish(error)
            return
        self._send(response)
        self._finish(None)

    async def _stream_out(self, responses: AsyncGenerator[bytes, None]) -> None:
        try:
            async with aclosing(responses):
                async for response in responses:
                    self._send(response)
                    if self._connection.is_congested(self._stream_id):
                        self._output_sent = asyncio.get_running_loop().create_future()
                        await self._output_sent
                    elif len(response) > _LARGE:
                        # While the client keeps up, nothing else here would let other calls run.
                        await asyncio.sleep(0)
        except Exception as error:
            self._finish(error)
            return
        self._finish(None)

    def _send(self, message: bytes) -> None:
        connection, stream_id = self._connection, self._stream_id
        if not self._responded:
            self._responded = True
            connection.send_headers(stream_id, _HEADER_BLOCK, end=False)
        connection.send_data(stream_id, b"\x00" + len(message).to_bytes(4, "big") + message)

    def _finish(self, error: Exception | None) -> None:
        if error is None:
            trailers = _OK_TRAILERS
            if not self._responded:
                self._connection.send_headers(self._stream_id, _HEADER_BLOCK, end=False)
        else:
            trailers = _trailers(error, with_headers=not self._responded)
        self._responded = True
        self._connection.send_headers(self._stream_id, trailers, end=True)
        self._close()

    def _close(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._connection.finish(self._stream_id, request_ended=self._request_ended)


def _trailers(error: Exception, *, with_headers: bool) -> bytes:
    if isinstance(error, RpcError):
        code, message = error.code, error.message
    else:
        _log.error("unexpected error while serving a call", exc_info=error)
        code, message = StatusCode.INTERNAL, "Internal emulator error; see the emulator's log."
    headers = [("grpc-status", str(code.value)), ("grpc-message", quote(message, safe=_UNESCAPED))]
    return encode_headers((_RESPONSE_HEADERS if with_headers else []) + headers)


def _decompressed(message: bytes, encoding: str) -> bytes:
    if encoding not in {"gzip", "deflate"}:
        raise RpcError(StatusCode.UNIMPLEMENTED, f"Message encoding {encoding} is not supported.")
    inflater = zlib.decompressobj(wbits=47)
    try:
        plain = inflater.decompress(message, MAX_MESSAGE_BYTES)
    except zlib.error:
        raise RpcError(StatusCode.INTERNAL, "Malformed compressed message.") from None
    if inflater.unconsumed_tail:
        raise RpcError(StatusCode.RESOURCE_EXHAUSTED, "Decompressed message too large.")
    return plain

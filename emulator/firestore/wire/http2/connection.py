"""One HTTP/2 connection: frames in both directions, flow control, and its streams."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from emulator.firestore.wire.http2 import frames
from emulator.firestore.wire.http2.frames import ProtocolError
from emulator.firestore.wire.http2.hpack import HeaderDecoder, HeaderError, Headers

RECEIVE_WINDOW = 16 * 1024 * 1024
_MAX_FRAME = 1024 * 1024
_MAX_HEADER_BLOCK = 256 * 1024
_MAX_STREAMS = 100_000
_MAX_UNSENT_BYTES = 256 * 1024 * 1024


class Stream(Protocol):
    """The interface of a stream to its connection."""

    def begin(self) -> None:
        """Begin the call: the request's headers have arrived."""

    def received(self, data: bytes) -> None:
        """Handle a piece of the request's body."""

    def ended(self) -> None:
        """Handle the end of the request."""

    def aborted(self) -> None:
        """Stop: the client reset the stream or the connection is gone."""

    def resume(self) -> None:
        """Continue: pending output has been sent."""


StreamFactory = Callable[["Connection", int, Headers], Stream]


class Connection:
    """An HTTP/2 connection whose preface has already been read.

    Args:
        transport: Sends the frames.
        make_stream: Creates the stream for each new request.
    """

    def __init__(self, transport: asyncio.Transport, make_stream: StreamFactory) -> None:
        self._transport = transport
        self._make_stream = make_stream
        self._loop = asyncio.get_running_loop()
        self._decoder = HeaderDecoder()
        self._streams: dict[int, Stream] = {}
        self._last_stream = 0
        self._buffer = b""
        self._header_block: tuple[int, int, bytearray] | None = None
        self._out: list[bytes] = []
        self._flushing = False
        self._closing = False
        self._window = frames.DEFAULT_WINDOW
        self._initial_window = frames.DEFAULT_WINDOW
        self._unacknowledged = 0
        self._max_frame = frames.SMALLEST_MAX_FRAME
        self._windows: dict[int, int] = {}
        self._pending: dict[int, deque[bytes | memoryview]] = {}
        self._send(
            frames.settings_frame(
                {
                    frames.INITIAL_WINDOW_SIZE: RECEIVE_WINDOW,
                    frames.MAX_FRAME_SIZE: _MAX_FRAME,
                    frames.MAX_HEADER_LIST_SIZE: 65_536,
                }
            )
            + frames.window_update(0, RECEIVE_WINDOW - frames.DEFAULT_WINDOW)
        )

    @property
    def is_idle(self) -> bool:
        """Whether no stream is open."""
        return not self._streams

    def data_received(self, data: bytes) -> None:
        """Handle bytes from the peer; a protocol error closes the connection."""
        try:
            self._consume(self._buffer + data if self._buffer else data)
        except ProtocolError as error:
            self._fail(error.code)
        except HeaderError:
            self._fail(frames.COMPRESSION_ERROR)

    def lost(self) -> None:
        """Abort all streams: the connection is gone."""
        self._closing = True
        for stream in list(self._streams.values()):
            stream.aborted()
        self._streams.clear()

    def announce_end(self) -> None:
        """Tell the peer that no new streams will be accepted."""
        self._send(frames.goaway(self._last_stream, frames.NO_ERROR))

    def send_headers(self, stream_id: int, block: bytes, *, end: bool) -> None:
        """Send a header block, after any data of the stream that still waits for its window."""
        if stream_id in self._streams:
            flags = frames.END_HEADERS | (frames.END_STREAM if end else 0)
            self._send_in_order(stream_id, frames.frame(frames.HEADERS, flags, stream_id, block))

    def send_data(self, stream_id: int, data: bytes) -> None:
        """Send as much body data as the windows allow now, and the rest later."""
        if stream_id not in self._streams:
            return
        pending = self._pending.get(stream_id)
        if pending is not None:
            pending.append(memoryview(data))
            return
        size = len(data)
        if size <= self._window and size <= self._windows[stream_id] and size <= self._max_frame:
            self._window -= size
            self._windows[stream_id] -= size
            self._send(frames.frame(frames.DATA, 0, stream_id, data))
            return
        self._pending[stream_id] = deque((memoryview(data),))
        self._send_pending(stream_id)

    def is_congested(self, stream_id: int) -> bool:
        """Return whether a stream should wait before it sends more."""
        return stream_id in self._pending

    def finish(self, stream_id: int, *, request_ended: bool) -> None:
        """Remove a stream whose response is complete."""
        if self._streams.pop(stream_id, None) is None:
            return
        if not request_ended:
            # The response is complete, so the client can stop sending.
            self._send_in_order(stream_id, frames.reset(stream_id, frames.NO_ERROR))
        if stream_id not in self._pending:
            self._windows.pop(stream_id, None)

    def _send_in_order(self, stream_id: int, encoded: bytes) -> None:
        pending = self._pending.get(stream_id)
        if pending is not None:
            pending.append(encoded)
        else:
            self._send(encoded)

    def _send(self, data: bytes) -> None:
        self._out.append(data)
        if not self._flushing:
            self._flushing = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        # All output of one iteration of the loop goes out in one system call.
        self._flushing = False
        data, self._out = b"".join(self._out), []
        if self._transport.is_closing():
            return
        self._transport.write(data)
        if self._closing:
            self._transport.close()
        elif self._transport.get_write_buffer_size() > _MAX_UNSENT_BYTES:
            # The peer sends requests but reads no answers.
            self._transport.abort()

    def _send_pending(self, stream_id: int) -> None:
        # Pending body data is a memoryview; a frame that must not overtake it is bytes.
        pending = self._pending[stream_id]
        while pending:
            first = pending[0]
            if isinstance(first, bytes):
                self._send(first)
                pending.popleft()
                continue
            room = min(self._window, self._windows[stream_id], self._max_frame)
            if room <= 0:
                return
            part = bytes(first[:room])
            self._window -= len(part)
            self._windows[stream_id] -= len(part)
            self._send(frames.frame(frames.DATA, 0, stream_id, part))
            if len(part) == len(first):
                pending.popleft()
            else:
                pending[0] = first[room:]
        del self._pending[stream_id]
        stream = self._streams.get(stream_id)
        if stream is not None:
            stream.resume()
        else:
            self._windows.pop(stream_id, None)

    def _consume(self, data: bytes) -> None:
        position = 0
        size = len(data)
        while size - position >= frames.HEADER_BYTES and not self._closing:
            length = int.from_bytes(data[position : position + 3], "big")
            if length > _MAX_FRAME:
                raise ProtocolError(frames.FRAME_SIZE_ERROR, "frame too large")
            start = position + frames.HEADER_BYTES
            if start + length > size:
                break
            stream_id = int.from_bytes(data[position + 5 : start], "big") & frames.MAX_WINDOW
            kind, flags = data[position + 3], data[position + 4]
            position = start + length
            self._frame(kind, flags, stream_id, data[start:position])
        self._buffer = data[position:]

    def _frame(self, kind: int, flags: int, stream_id: int, payload: bytes) -> None:
        if self._header_block is not None and kind != frames.CONTINUATION:
            raise ProtocolError(frames.PROTOCOL_ERROR, "header block interrupted")
        handler = _HANDLERS.get(kind)
        if handler is not None:
            handler(self, flags, stream_id, payload)

    def _on_headers(self, flags: int, stream_id: int, payload: bytes) -> None:
        if not stream_id & 1:
            raise ProtocolError(frames.PROTOCOL_ERROR, "not a client's stream id")
        block = frames.without_padding(flags, payload)
        if flags & frames.HAS_PRIORITY:
            if len(block) < 5:
                raise ProtocolError(frames.FRAME_SIZE_ERROR, "truncated priority")
            block = block[5:]
        if flags & frames.END_HEADERS:
            self._open(flags, stream_id, block)
        else:
            self._header_block = (flags, stream_id, bytearray(block))

    def _on_continuation(self, flags: int, stream_id: int, payload: bytes) -> None:
        if self._header_block is None or self._header_block[1] != stream_id:
            raise ProtocolError(frames.PROTOCOL_ERROR, "stray continuation")
        first_flags, _, block = self._header_block
        block += payload
        if len(block) > _MAX_HEADER_BLOCK:
            raise ProtocolError(frames.ENHANCE_YOUR_CALM, "header block too large")
        if flags & frames.END_HEADERS:
            self._header_block = None
            self._open(first_flags, stream_id, bytes(block))

    def _open(self, flags: int, stream_id: int, block: bytes) -> None:
        headers = self._decoder.decode(block)
        stream = self._streams.get(stream_id)
        if stream is None:
            if stream_id <= self._last_stream:
                return
            if len(self._streams) >= _MAX_STREAMS:
                raise ProtocolError(frames.ENHANCE_YOUR_CALM, "too many streams")
            self._last_stream = stream_id
            self._windows[stream_id] = self._initial_window
            stream = self._streams[stream_id] = self._make_stream(self, stream_id, headers)
            stream.begin()
        if flags & frames.END_STREAM:
            stream.ended()

    def _on_data(self, flags: int, stream_id: int, payload: bytes) -> None:
        if stream_id == 0 or stream_id > self._last_stream:
            raise ProtocolError(frames.PROTOCOL_ERROR, "data on an idle stream")
        self._unacknowledged += len(payload)
        if self._unacknowledged >= RECEIVE_WINDOW // 4:
            self._send(frames.window_update(0, self._unacknowledged))
            self._unacknowledged = 0
        stream = self._streams.get(stream_id)
        if stream is None:
            return
        stream.received(frames.without_padding(flags, payload))
        if flags & frames.END_STREAM:
            stream.ended()
        elif payload:
            self._send(frames.window_update(stream_id, len(payload)))

    def _on_reset(self, _flags: int, stream_id: int, payload: bytes) -> None:
        if stream_id == 0 or len(payload) != 4:
            raise ProtocolError(frames.PROTOCOL_ERROR, "malformed reset")
        stream = self._streams.pop(stream_id, None)
        self._pending.pop(stream_id, None)
        self._windows.pop(stream_id, None)
        if stream is not None:
            stream.aborted()

    def _on_settings(self, flags: int, stream_id: int, payload: bytes) -> None:
        if stream_id or len(payload) % 6:
            raise ProtocolError(frames.FRAME_SIZE_ERROR, "malformed settings")
        if flags & frames.ACK:
            return
        for start in range(0, len(payload), 6):
            key = int.from_bytes(payload[start : start + 2], "big")
            value = int.from_bytes(payload[start + 2 : start + 6], "big")
            if key == frames.INITIAL_WINDOW_SIZE:
                self._resize_windows(value)
            elif key == frames.MAX_FRAME_SIZE:
                if value < frames.SMALLEST_MAX_FRAME:
                    raise ProtocolError(frames.PROTOCOL_ERROR, "frame size out of range")
                self._max_frame = min(value, _MAX_FRAME)
        # The peer applies its new settings only when it receives the acknowledgment, so send that
        # before the data they make room for.
        self._send(frames.frame(frames.SETTINGS, frames.ACK, 0))
        for pending_stream in list(self._pending):
            self._send_pending(pending_stream)

    def _resize_windows(self, value: int) -> None:
        if value > frames.MAX_WINDOW:
            raise ProtocolError(frames.FLOW_CONTROL_ERROR, "window too large")
        for stream_id in self._windows:
            self._windows[stream_id] += value - self._initial_window
        self._initial_window = value

    def _on_ping(self, flags: int, stream_id: int, payload: bytes) -> None:
        if stream_id or len(payload) != 8:
            raise ProtocolError(frames.PROTOCOL_ERROR, "malformed ping")
        if not flags & frames.ACK:
            self._send(frames.frame(frames.PING, frames.ACK, 0, payload))

    def _on_window_update(self, _flags: int, stream_id: int, payload: bytes) -> None:
        increment = int.from_bytes(payload, "big") & frames.MAX_WINDOW
        if len(payload) != 4 or not increment:
            raise ProtocolError(frames.PROTOCOL_ERROR, "malformed window update")
        if stream_id:
            if stream_id in self._windows:
                self._windows[stream_id] += increment
                if stream_id in self._pending:
                    self._send_pending(stream_id)
            return
        self._window += increment
        if self._window > frames.MAX_WINDOW:
            raise ProtocolError(frames.FLOW_CONTROL_ERROR, "window too large")
        for pending_stream in list(self._pending):
            self._send_pending(pending_stream)

    def _on_push_promise(self, _flags: int, _stream_id: int, _payload: bytes) -> None:
        raise ProtocolError(frames.PROTOCOL_ERROR, "a client cannot push")

    def _fail(self, code: int) -> None:
        if self._closing:
            return
        self._send(frames.goaway(self._last_stream, code))
        self.lost()


_HANDLERS: dict[int, Callable[[Connection, int, int, bytes], None]] = {
    frames.DATA: Connection._on_data,
    frames.HEADERS: Connection._on_headers,
    frames.RST_STREAM: Connection._on_reset,
    frames.SETTINGS: Connection._on_settings,
    frames.PUSH_PROMISE: Connection._on_push_promise,
    frames.PING: Connection._on_ping,
    frames.WINDOW_UPDATE: Connection._on_window_update,
    frames.CONTINUATION: Connection._on_continuation,
}

"""HTTP/2 frames (RFC 9113): constants and encoding."""

from __future__ import annotations

import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY = range(8)
WINDOW_UPDATE, CONTINUATION = 8, 9

END_STREAM = ACK = 0x1
END_HEADERS = 0x4
PADDED = 0x8
HAS_PRIORITY = 0x20

INITIAL_WINDOW_SIZE = 0x4
MAX_FRAME_SIZE = 0x5
MAX_HEADER_LIST_SIZE = 0x6

NO_ERROR, PROTOCOL_ERROR, INTERNAL_ERROR, FLOW_CONTROL_ERROR = 0x0, 0x1, 0x2, 0x3
STREAM_CLOSED, FRAME_SIZE_ERROR, CANCEL, COMPRESSION_ERROR = 0x5, 0x6, 0x8, 0x9
ENHANCE_YOUR_CALM = 0xB

DEFAULT_WINDOW = 65_535
MAX_WINDOW = (1 << 31) - 1
SMALLEST_MAX_FRAME = 16_384

HEADER_BYTES = 9
_pack = struct.Struct(">HBBBL").pack
_pack_setting = struct.Struct(">HL").pack


class ProtocolError(Exception):
    """The peer broke the protocol; the connection must be closed.

    Attributes:
        code: The HTTP/2 error code to close it with.
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def frame(kind: int, flags: int, stream_id: int, payload: bytes = b"") -> bytes:
    """Return one frame."""
    size = len(payload)
    return _pack(size >> 8, size & 0xFF, kind, flags, stream_id) + payload


def settings_frame(settings: dict[int, int]) -> bytes:
    """Return a SETTINGS frame."""
    payload = b"".join(_pack_setting(key, value) for key, value in settings.items())
    return frame(SETTINGS, 0, 0, payload)


def window_update(stream_id: int, increment: int) -> bytes:
    """Return a WINDOW_UPDATE frame; the increment is in bytes."""
    return frame(WINDOW_UPDATE, 0, stream_id, increment.to_bytes(4, "big"))


def reset(stream_id: int, code: int) -> bytes:
    """Return a RST_STREAM frame."""
    return frame(RST_STREAM, 0, stream_id, code.to_bytes(4, "big"))


def goaway(last_stream_id: int, code: int) -> bytes:
    """Return a GOAWAY frame."""
    return frame(GOAWAY, 0, 0, last_stream_id.to_bytes(4, "big") + code.to_bytes(4, "big"))


def without_padding(flags: int, payload: bytes) -> bytes:
    """Return a DATA or HEADERS payload without its padding.

    Raises:
        ProtocolError: When the padding is longer than the payload.
    """
    if not flags & PADDED:
        return payload
    if not payload or payload[0] >= len(payload):
        raise ProtocolError(PROTOCOL_ERROR, "padding exceeds the frame")
    return payload[1 : len(payload) - payload[0]]

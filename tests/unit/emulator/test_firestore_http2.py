"""Header compression and framing, without a socket."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emulator.firestore.wire.http2 import frames
from emulator.firestore.wire.http2.connection import Connection
from emulator.firestore.wire.http2.hpack import HeaderDecoder, HeaderError, encode_headers
from emulator.firestore.wire.http2.huffman import huffman_decode

tokens = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=200)


def test_the_huffman_examples_of_the_standard() -> None:
    coded = {
        "f1e3c2e5f23a6ba0ab90f4ff": b"www.example.com",
        "a8eb10649cbf": b"no-cache",
        "25a849e95bb8e8b4bf": b"custom-value",
        "9d29ad171863c78f0b97c8e9ae82ae43d3": b"https://www.example.com",
    }
    for code, text in coded.items():
        assert huffman_decode(bytes.fromhex(code)) == text


@pytest.mark.parametrize("code", ["ff", "fffffffc", "f1e3c2e5f23a6ba0ab90f400", "ffffffff"])
def test_wrong_huffman_codes_are_refused(code: str) -> None:
    with pytest.raises(ValueError, match="Huffman"):
        huffman_decode(bytes.fromhex(code))


def test_the_request_examples_of_the_standard_share_a_table() -> None:
    decoder = HeaderDecoder()
    first = decoder.decode(bytes.fromhex("828684418cf1e3c2e5f23a6ba0ab90f4ff"))
    assert first == {
        ":method": "GET",
        ":scheme": "http",
        ":path": "/",
        ":authority": "www.example.com",
    }
    second = decoder.decode(bytes.fromhex("828684be5886a8eb10649cbf"))
    assert second == first | {"cache-control": "no-cache"}
    third = decoder.decode(bytes.fromhex("828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf"))
    assert third[":path"] == "/index.html"
    assert third["custom-key"] == "custom-value"


def test_equal_blocks_mean_other_headers_after_the_table_changed() -> None:
    decoder = HeaderDecoder()
    decoder.decode(b"\x40\x01a\x011")
    assert decoder.decode(b"\xbe") == {"a": "1"}
    decoder.decode(b"\x40\x01b\x012")
    assert decoder.decode(b"\xbe") == {"b": "2"}


@given(st.dictionaries(tokens.map(str.lower), tokens, max_size=8))
def test_what_is_encoded_is_decoded(headers: dict[str, str]) -> None:
    assert HeaderDecoder().decode(encode_headers(list(headers.items()))) == headers


@given(st.binary(max_size=60))
def test_any_header_block_is_decoded_or_refused(block: bytes) -> None:
    decoder = HeaderDecoder()
    try:
        decoder.decode(block)
    except HeaderError:
        return


class _Sink(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def close(self) -> None:
        self.closed = True

    abort = close

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return 0


class _Deaf:
    def begin(self) -> None: ...
    def received(self, data: bytes) -> None: ...
    def ended(self) -> None: ...
    def aborted(self) -> None: ...
    def resume(self) -> None: ...


def feed(*pieces: bytes) -> _Sink:
    async def run() -> _Sink:
        sink = _Sink()
        connection = Connection(sink, lambda *_: _Deaf())
        for piece in pieces:
            connection.data_received(piece)
        await asyncio.sleep(0)
        connection.lost()
        return sink

    return asyncio.run(run())


def error_code(sink: _Sink) -> int | None:
    position = 0
    while position < len(sink.written):
        size = int.from_bytes(sink.written[position : position + 3], "big")
        if sink.written[position + 3] == frames.GOAWAY:
            return int.from_bytes(sink.written[position + 13 : position + 17], "big")
        position += frames.HEADER_BYTES + size
    return None


HEADERS = encode_headers([(":method", "POST"), (":path", "/x")])
OPEN = frames.frame(frames.HEADERS, frames.END_HEADERS, 1, HEADERS)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (frames.frame(frames.DATA, 0, 1, b"x"), frames.PROTOCOL_ERROR),
        (frames.frame(frames.HEADERS, frames.END_HEADERS, 2, HEADERS), frames.PROTOCOL_ERROR),
        (frames.frame(frames.HEADERS, frames.END_HEADERS, 1, b"\x80"), frames.COMPRESSION_ERROR),
        (frames.frame(frames.CONTINUATION, 0, 1, b""), frames.PROTOCOL_ERROR),
        (frames.frame(frames.HEADERS, 0, 1, HEADERS) + OPEN, frames.PROTOCOL_ERROR),
        (frames.frame(frames.SETTINGS, 0, 0, b"x"), frames.FRAME_SIZE_ERROR),
        (frames.settings_frame({frames.INITIAL_WINDOW_SIZE: 1 << 31}), frames.FLOW_CONTROL_ERROR),
        (frames.settings_frame({frames.MAX_FRAME_SIZE: 1}), frames.PROTOCOL_ERROR),
        (frames.frame(frames.PING, 0, 0, b"short"), frames.PROTOCOL_ERROR),
        (frames.window_update(0, 0), frames.PROTOCOL_ERROR),
        (frames.window_update(0, frames.MAX_WINDOW), frames.FLOW_CONTROL_ERROR),
        (frames.frame(frames.PUSH_PROMISE, 0, 1), frames.PROTOCOL_ERROR),
        (frames.frame(frames.RST_STREAM, 0, 0, bytes(4)), frames.PROTOCOL_ERROR),
        (OPEN + frames.frame(frames.DATA, frames.PADDED, 1, b"\x09x"), frames.PROTOCOL_ERROR),
        (b"\xff\xff\xff\x00\x00\x00\x00\x00\x01", frames.FRAME_SIZE_ERROR),
    ],
)
def test_breaking_the_protocol_ends_the_connection_with_its_code(data: bytes, code: int) -> None:
    sink = feed(data)
    assert error_code(sink) == code
    assert sink.closed


@given(st.lists(st.binary(max_size=40), max_size=6))
def test_garbage_never_raises(pieces: list[bytes]) -> None:
    feed(*pieces)


@given(st.data())
def test_pieces_of_frames_mean_the_same_as_whole_ones(data: st.DataObject) -> None:
    whole = OPEN + frames.frame(frames.PING, 0, 0, b"12345678") + frames.window_update(1, 5)
    cut = data.draw(st.integers(0, len(whole)))
    assert feed(whole).written == feed(whole[:cut], whole[cut:]).written

"""Header compression (RFC 7541): decoding with the dynamic table, encoding without."""

from __future__ import annotations

from emulator.firestore.wire.http2.huffman import huffman_decode

MAX_TABLE_BYTES = 4096
MAX_LIST_BYTES = 65_536

_ENTRY_OVERHEAD = 32
_MAX_CACHED_BLOCKS = 256

_STATIC_TABLE: tuple[tuple[str, str], ...] = (
    (":authority", ""),
    (":method", "GET"),
    (":method", "POST"),
    (":path", "/"),
    (":path", "/index.html"),
    (":scheme", "http"),
    (":scheme", "https"),
    *((":status", code) for code in ("200", "204", "206", "304", "400", "404", "500")),
    ("accept-charset", ""),
    ("accept-encoding", "gzip, deflate"),
    *(
        (name, "")
        for name in (
            "accept-language accept-ranges accept access-control-allow-origin age allow "
            "authorization cache-control content-disposition content-encoding content-language "
            "content-length content-location content-range content-type cookie date etag expect "
            "expires from host if-match if-modified-since if-none-match if-range "
            "if-unmodified-since last-modified link location max-forwards proxy-authenticate "
            "proxy-authorization range referer refresh retry-after server set-cookie "
            "strict-transport-security transfer-encoding user-agent vary via www-authenticate"
        ).split()
    ),
)

Headers = dict[str, str]


class HeaderError(ValueError):
    """A header block cannot be decoded; its connection must be closed."""


class HeaderDecoder:
    """Decodes the header blocks of one connection."""

    def __init__(self) -> None:
        self._dynamic: list[tuple[str, str]] = []
        self._size = 0
        self._limit = MAX_TABLE_BYTES
        self._cache: dict[bytes, Headers] = {}

    def decode(self, block: bytes) -> Headers:
        """Return the headers of a block; the last value of a repeated name wins.

        Raises:
            HeaderError: When the block is malformed or too large.
        """
        # As long as the dynamic table does not change, equal blocks mean equal headers, and a
        # client that repeats a call sends equal blocks.
        known = self._cache.get(block)
        if known is not None:
            return known
        headers: Headers = {}
        before = len(self._dynamic), self._size, self._limit
        changed = False
        position = 0
        total = 0
        try:
            while position < len(block):
                first = block[position]
                if first & 0x80:
                    index, position = _decode_integer(block, position, 7)
                    name, value = self._entry(index)
                elif first & 0x40:
                    name, value, position = self._literal(block, position, 6)
                    self._insert(name, value)
                    changed = True
                elif first & 0x20:
                    size, position = _decode_integer(block, position, 5)
                    if size > MAX_TABLE_BYTES:
                        raise HeaderError("header table too large")
                    self._limit = size
                    self._evict()
                    changed = True
                    continue
                else:
                    name, value, position = self._literal(block, position, 4)
                total += len(name) + len(value) + _ENTRY_OVERHEAD
                if total > MAX_LIST_BYTES:
                    raise HeaderError("header list too large")
                headers[name] = value
        except (IndexError, ValueError) as error:
            raise HeaderError(str(error)) from error
        if changed or before != (len(self._dynamic), self._size, self._limit):
            self._cache.clear()
        elif len(self._cache) < _MAX_CACHED_BLOCKS:
            self._cache[block] = headers
        return headers

    def _entry(self, index: int) -> tuple[str, str]:
        if index == 0:
            raise HeaderError("header index zero")
        if index <= len(_STATIC_TABLE):
            return _STATIC_TABLE[index - 1]
        return self._dynamic[index - len(_STATIC_TABLE) - 1]

    def _literal(self, block: bytes, position: int, bits: int) -> tuple[str, str, int]:
        index, position = _decode_integer(block, position, bits)
        if index:
            name = self._entry(index)[0]
        else:
            name, position = _decode_string(block, position)
        value, position = _decode_string(block, position)
        return name, value, position

    def _insert(self, name: str, value: str) -> None:
        self._dynamic.insert(0, (name, value))
        self._size += len(name) + len(value) + _ENTRY_OVERHEAD
        self._evict()

    def _evict(self) -> None:
        while self._size > self._limit:
            name, value = self._dynamic.pop()
            self._size -= len(name) + len(value) + _ENTRY_OVERHEAD


def _decode_integer(block: bytes, position: int, bits: int) -> tuple[int, int]:
    limit = (1 << bits) - 1
    number = block[position] & limit
    position += 1
    if number < limit:
        return number, position
    shift = 0
    while True:
        byte = block[position]
        position += 1
        number += (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            return number, position
        if shift > 28:
            raise HeaderError("header integer too large")


def _decode_string(block: bytes, position: int) -> tuple[str, int]:
    coded = block[position] & 0x80
    length, position = _decode_integer(block, position, 7)
    end = position + length
    if end > len(block):
        raise HeaderError("truncated header string")
    raw = block[position:end]
    return (huffman_decode(raw) if coded else raw).decode("latin-1"), end


def encode_headers(headers: list[tuple[str, str]]) -> bytes:
    """Encode headers as literals, which need no state on either side."""
    out = bytearray()
    for name, value in headers:
        if (name, value) == (":status", "200"):
            out.append(0x88)
            continue
        out.append(0)
        for text in (name, value):
            raw = text.encode("latin-1")
            out += _encode_length(len(raw)) + raw
    return bytes(out)


def _encode_length(number: int) -> bytes:
    if number < 0x7F:
        return bytes((number,))
    out = bytearray((0x7F,))
    number -= 0x7F
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)

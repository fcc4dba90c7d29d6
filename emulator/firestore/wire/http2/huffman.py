"""The Huffman code of HTTP/2 headers (RFC 7541, appendix B), decoding only."""

from __future__ import annotations

from functools import lru_cache

# The code is canonical: the symbols of each length, in order, define it completely.
_SYMBOLS_BY_LENGTH = {
    5: "303132616365696f7374",
    6: "20252d2e2f333435363738393d415f62646667686c6d6e707275",
    7: "3a42434445464748494a4b4c4d4e4f5051525354555657596a6b71767778797a",
    8: "262a2c3b585a",
    10: "212228293f",
    11: "272b7c",
    12: "233e",
    13: "0024405b5d7e",
    14: "5e7d",
    15: "3c607b",
    19: "5cc3d0",
    20: "808283a2b8c2e0e2",
    21: "99a1a7acb0b1b3d1d8d9e3e5e6",
    22: "8184858688929a9ca0a3a4a9aaadb2b5b9babbbdbec4c6e4e8e9",
    23: "0187898a8b8c8d8f93959697989b9d9ea5a6a8aeafb4b6b7bcbfc5e7ef",
    24: "098e9091949fabced7e1eced",
    25: "c7cfeaeb",
    26: "c0c1c8c9cacdd2d5dadbeef0f2f3ff",
    27: "cbccd3d4d6dddedff1f4f5f6f7f8fafbfcfdfe",
    28: "020304050607080b0c0e0f1011121314151718191a1b1c1d1e1f7fdcf9",
    30: "0a0d16",
}
_MAX_PADDING_BITS = 7


def _code_table() -> dict[int, int]:
    table: dict[int, int] = {}
    code = 0
    previous = 0
    for length, symbols in _SYMBOLS_BY_LENGTH.items():
        code <<= length - previous
        previous = length
        for symbol in bytes.fromhex(symbols):
            # A leading one distinguishes codes of different lengths.
            table[1 << length | code] = symbol
            code += 1
    return table


_TABLE = _code_table()
_CODE_LIMIT = 1 << 31


@lru_cache(maxsize=1024)
def huffman_decode(data: bytes) -> bytes:
    """Decode a Huffman-coded header string.

    Raises:
        ValueError: When the data is not valid Huffman code.
    """
    out = bytearray()
    code = 1
    for byte in data:
        for shift in range(7, -1, -1):
            code = code << 1 | byte >> shift & 1
            symbol = _TABLE.get(code)
            if symbol is not None:
                out.append(symbol)
                code = 1
            elif code >= _CODE_LIMIT:
                raise ValueError("invalid Huffman code")
    padding = code.bit_length() - 1
    if padding > _MAX_PADDING_BITS or code != (1 << padding + 1) - 1:
        raise ValueError("invalid Huffman padding")
    return bytes(out)

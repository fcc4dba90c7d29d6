"""The order of Firestore values, as bytes.

``order_key(value)`` encodes a value as bytes. Comparing two keys compares their values in
Firestore's order, and equal keys mean equal values (``1`` and ``1.0`` are equal). No key is a
prefix of another, so keys can be concatenated. Indexes, filters, cursors and sorting all work on
these keys.

Types sort as: null, booleans, NaN, numbers, timestamps, strings, bytes, references, geo points,
arrays, vectors, maps.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable

from emulator.firestore.wire.protos import Message

TAG_NULL = 0x10
TAG_BOOLEAN = 0x18
TAG_NAN = 0x20
TAG_NUMBER = 0x28
TAG_TIMESTAMP = 0x30
TAG_STRING = 0x38
TAG_BYTES = 0x40
TAG_REFERENCE = 0x48
TAG_GEO_POINT = 0x50
TAG_ARRAY = 0x58
TAG_VECTOR = 0x60
TAG_MAP = 0x68

NULL_KEY = bytes((TAG_NULL,))
NAN_KEY = bytes((TAG_NAN,))
FALSE_KEY = bytes((TAG_BOOLEAN, 0))
TRUE_KEY = bytes((TAG_BOOLEAN, 1))

_END = b"\x00"
_ENTRY = b"\x01"
_pack_u64 = struct.Struct(">Q").pack
_pack_double = struct.Struct(">d").pack
_unpack_u64 = struct.Struct(">Q").unpack
_pack_number = struct.Struct(">BQH").pack
_pack_timestamp = struct.Struct(">BQL").pack
_SIGN_BIT = 1 << 63
_ALL_BITS = (1 << 64) - 1


def _double_bits(number: float) -> int:
    bits: int = _unpack_u64(_pack_double(number))[0]
    return bits ^ _ALL_BITS if bits & _SIGN_BIT else bits | _SIGN_BIT


def _integer_key(number: int) -> bytes:
    # Encode the largest double not above the integer, then the remainder. This compares 64-bit
    # integers and doubles exactly, although most large integers have no exact double.
    floor = float(number)
    if int(floor) > number:
        floor = math.nextafter(floor, -math.inf)
    return _pack_number(TAG_NUMBER, _double_bits(floor), number - int(floor))


def _double_key(number: float) -> bytes:
    if number != number:
        return NAN_KEY
    return _pack_number(TAG_NUMBER, _double_bits(number + 0.0), 0)


def terminated(raw: bytes) -> bytes:
    """Escape zero bytes and add a terminator, which keeps keys ordered and prefix-free."""
    if b"\x00" in raw:
        raw = raw.replace(b"\x00", b"\x00\xff")
    return raw + b"\x00\x01"


def segment_key(segment: str) -> bytes:
    """Return the order key of one path segment; ``__id<n>__`` sorts first, by number."""
    if segment.startswith("__id") and segment.endswith("__"):
        digits = segment[4:-2]
        if digits.lstrip("-").isdigit():
            number = int(digits)
            if -(1 << 63) <= number < 1 << 63 and str(number) == digits:
                return b"\x01" + _pack_u64(number + _SIGN_BIT)
    return b"\x02" + terminated(segment.encode())


def path_key(path: str) -> bytes:
    """Return the order key of a slash-separated path, compared segment by segment."""
    return b"".join(map(segment_key, path.split("/"))) + _END


def path_prefix(path: str) -> bytes:
    """Return the common prefix of the keys of all paths below ``path``."""
    return b"".join(map(segment_key, path.split("/"))) if path else b""


def reference_key(name: str) -> bytes:
    """Return the order key of a reference value, given the full resource name."""
    parts = name.split("/", 5)
    if len(parts) == 6 and parts[0] == "projects" and parts[2] == "databases":
        return (
            bytes((TAG_REFERENCE,))
            + terminated(parts[1].encode())
            + terminated(parts[3].encode())
            + path_key(parts[5])
        )
    return bytes((TAG_REFERENCE,)) + terminated(name.encode()) + _END


def _null(_: Message) -> bytes:
    return NULL_KEY


def _boolean(value: Message) -> bytes:
    return TRUE_KEY if value.boolean_value else FALSE_KEY


def _integer(value: Message) -> bytes:
    return _integer_key(value.integer_value)


def _double(value: Message) -> bytes:
    return _double_key(value.double_value)


def _timestamp(value: Message) -> bytes:
    stamp = value.timestamp_value
    return _pack_timestamp(TAG_TIMESTAMP, stamp.seconds + _SIGN_BIT, stamp.nanos // 1000)


def _string(value: Message) -> bytes:
    return b"\x38" + terminated(value.string_value.encode())


def _bytes(value: Message) -> bytes:
    return b"\x40" + terminated(value.bytes_value)


def _reference(value: Message) -> bytes:
    return reference_key(value.reference_value)


def _geo_point(value: Message) -> bytes:
    point = value.geo_point_value
    return (
        bytes((TAG_GEO_POINT,))
        + _pack_u64(_double_bits(point.latitude + 0.0))
        + _pack_u64(_double_bits(point.longitude + 0.0))
    )


def _array(value: Message) -> bytes:
    return b"\x58" + b"".join(map(order_key, value.array_value.values)) + _END


def vector_of(value: Message) -> list[float] | None:
    """Return the components of a vector, or None for any other value."""
    if value.WhichOneof("value_type") != "map_value":
        return None
    fields = value.map_value.fields
    if len(fields) != 2 or "__type__" not in fields or "value" not in fields:
        return None
    if fields["__type__"].string_value != "__vector__":
        return None
    out: list[float] = []
    for item in fields["value"].array_value.values:
        kind = item.WhichOneof("value_type")
        if kind == "double_value":
            out.append(item.double_value)
        elif kind == "integer_value":
            out.append(float(item.integer_value))
        else:
            return None
    return out


def _map(value: Message) -> bytes:
    fields = value.map_value.fields
    if "__type__" in fields:
        vector = vector_of(value)
        if vector is not None:
            return (
                bytes((TAG_VECTOR,))
                + len(vector).to_bytes(4, "big")
                + b"".join(map(_double_key, vector))
            )
    return b"\x68" + _fields_key(fields.items()) + _END


def _fields_key(items: Iterable[tuple[str, Message]]) -> bytes:
    encoded = sorted(
        ((terminated(name.encode()), item) for name, item in items), key=lambda pair: pair[0]
    )
    return b"".join(_ENTRY + name + order_key(item) for name, item in encoded)


_ENCODERS: dict[str | None, Callable[[Message], bytes]] = {
    "null_value": _null,
    "boolean_value": _boolean,
    "integer_value": _integer,
    "double_value": _double,
    "timestamp_value": _timestamp,
    "string_value": _string,
    "bytes_value": _bytes,
    "reference_value": _reference,
    "geo_point_value": _geo_point,
    "array_value": _array,
    "map_value": _map,
    None: _null,
}


def order_key(value: Message) -> bytes:
    """Return the order key of a value; see the module docstring."""
    encoder = _ENCODERS.get(value.WhichOneof("value_type"), _null)
    return encoder(value)


def type_range(key: bytes) -> tuple[bytes, bytes]:
    """Return the half-open range of keys that have the same type as ``key``.

    Range filters match only values of one type; NaN counts as a type of its own.
    """
    return key[:1], bytes((key[0] + 1,))

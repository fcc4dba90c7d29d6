"""Checks of the values that Firestore stores."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from emulator.firestore.wire.errors import FirestoreError, invalid_argument
from emulator.firestore.wire.fieldpaths import check_field_name, extended_length
from emulator.firestore.wire.names import check_document_path, split_name
from emulator.firestore.wire.protos import Message

MAX_VALUE_BYTES = 1_048_487
_SURELY_SHORT = MAX_VALUE_BYTES // 4
"""A character has four bytes at most."""
MAX_DEPTH = 20
MAX_VECTOR_DIMENSIONS = 2048

_DOUBLE_BYTES = 11
_MIN_SECONDS = -62_135_596_800
_MAX_SECONDS = 253_402_300_799


def normalize_fields(fields: Message, depth: int = 0, length: int = -1) -> None:
    """Check every value of a map and truncate its timestamps to microseconds, in place.

    Args:
        fields: The map.
        depth: How many maps and arrays enclose its values.
        length: The bytes of the map's field path; -1 for a document's own fields.

    Raises:
        FirestoreError: INVALID_ARGUMENT for values that Firestore cannot store.
    """
    for name, value in fields.items():
        check_field_name(name)
        if length >= 0:
            extended_length(length, name)
        kind = value.WhichOneof("value_type")
        if kind == "string_value" and len(value.string_value) <= _SURELY_SHORT:
            continue  # most values are such strings
        check = _CHECKS.get(kind)
        if check is not None:
            check(value, _Place(name, depth, False, length))


def normalize_element(value: Message, name: str, length: int) -> None:
    """Check an operand that becomes an array's element, like :func:`normalize_fields`.

    Args:
        value: The operand.
        name: The array's field, for error messages.
        length: The bytes of the field path before the array's own name; -1 if there are none.
    """
    check = _CHECKS.get(value.WhichOneof("value_type"))
    if check is not None:
        check(value, _Place(name, 1, True, length))


class _Place(NamedTuple):
    """Where a value is.

    Attributes:
        name: The field it belongs to.
        depth: How many maps and arrays enclose it.
        in_array: Whether it is an element of an array.
        length: The bytes of the field path before the name; -1 if there are none.
    """

    name: str
    depth: int
    in_array: bool
    length: int


def _refuse_unset(_value: Message, place: _Place) -> None:
    raise invalid_argument(f'The value of property "{place.name}" has no type set.')


def _refuse_unstorable(_value: Message, place: _Place) -> None:
    raise invalid_argument(
        f'The value of property "{place.name}" is of a type that cannot be stored.'
    )


def _check_string(value: Message, place: _Place) -> None:
    text = value.string_value
    if len(text) > _SURELY_SHORT and len(text.encode()) > MAX_VALUE_BYTES:
        raise _too_long(place)


def _check_bytes(value: Message, place: _Place) -> None:
    if len(value.bytes_value) > MAX_VALUE_BYTES:
        raise _too_long(place)


def _too_long(place: _Place) -> FirestoreError:
    return invalid_argument(
        f'The value of property "{place.name}" is longer than {MAX_VALUE_BYTES} bytes.'
    )


def _check_timestamp(value: Message, place: _Place) -> None:
    stamp = value.timestamp_value
    nanos = stamp.nanos
    if not (_MIN_SECONDS <= stamp.seconds <= _MAX_SECONDS and 0 <= nanos < 1_000_000_000):
        raise invalid_argument(f'The timestamp of property "{place.name}" is out of range.')
    if nanos % 1000:
        stamp.nanos = nanos - nanos % 1000


def _check_reference(value: Message, place: _Place) -> None:
    target = value.reference_value
    try:
        check_document_path(split_name(target)[1], target)
    except FirestoreError as error:
        raise invalid_argument(
            f'The reference of property "{place.name}" is invalid: {error.message}'
        ) from None


def _check_geo_point(value: Message, place: _Place) -> None:
    point = value.geo_point_value
    if not (-90 <= point.latitude <= 90 and -180 <= point.longitude <= 180):
        raise invalid_argument(f'The geo point of property "{place.name}" is out of range.')


def _check_array(value: Message, place: _Place) -> None:
    if place.in_array:
        raise invalid_argument("Cannot convert an array value in an array value.")
    if place.depth >= MAX_DEPTH:
        raise _too_deep(place)
    inside = place._replace(depth=place.depth + 1, in_array=True)
    for item in value.array_value.values:
        check = _CHECKS.get(item.WhichOneof("value_type"))
        if check is not None:
            check(item, inside)


def _check_map(value: Message, place: _Place) -> None:
    if place.depth >= MAX_DEPTH:
        raise _too_deep(place)
    fields = value.map_value.fields
    if "__type__" in fields:
        _check_vector(fields, place.name)
        return
    normalize_fields(fields, place.depth + 1, extended_length(place.length, place.name))


def _check_vector(fields: Message, name: str) -> None:
    if fields["__type__"].string_value != "__vector__" or set(fields) != {"__type__", "value"}:
        raise invalid_argument(f'The map of property "{name}" uses the reserved name "__type__".')
    items = fields["value"].array_value.values
    if not items:
        raise invalid_argument(f'The vector of property "{name}" must have at least 1 dimension.')
    if len(items) > MAX_VECTOR_DIMENSIONS:
        raise invalid_argument(
            f'The vector of property "{name}" has more than the maximum of '
            f"{MAX_VECTOR_DIMENSIONS} dimensions."
        )
    if _are_doubles(fields["value"].array_value, len(items)):
        return
    for item in items:
        if item.WhichOneof("value_type") not in {"double_value", "integer_value"}:
            raise invalid_argument(f'The vector of property "{name}" must contain only numbers.')


def _are_doubles(array: Message, size: int) -> bool:
    """Return whether an array holds nothing but doubles, as most vectors do, by its bytes alone.

    Each takes eight bytes after the tags of the value and of the double, and a length between them.
    """
    encoded: bytes = array.SerializeToString()
    return len(encoded) == _DOUBLE_BYTES * size and all(
        encoded[place::_DOUBLE_BYTES] == bytes((byte,)) * size
        for place, byte in enumerate(b"\x0a\x09\x19")
    )


def _too_deep(place: _Place) -> FirestoreError:
    return invalid_argument(f'Property "{place.name}" is nested more than {MAX_DEPTH} levels deep.')


_CHECKS: dict[str | None, Callable[[Message, _Place], None]] = {
    "string_value": _check_string,
    "bytes_value": _check_bytes,
    "timestamp_value": _check_timestamp,
    "reference_value": _check_reference,
    "geo_point_value": _check_geo_point,
    "array_value": _check_array,
    "map_value": _check_map,
    "field_reference_value": _refuse_unstorable,
    "variable_reference_value": _refuse_unstorable,
    "function_value": _refuse_unstorable,
    "pipeline_value": _refuse_unstorable,
    None: _refuse_unset,
}

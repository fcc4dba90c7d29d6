"""Checks of the values that Firestore stores, and of the size of documents."""

from __future__ import annotations

from collections.abc import Callable

from emulator.firestore.wire.errors import FirestoreError, invalid_argument
from emulator.firestore.wire.fieldpaths import check_field_name
from emulator.firestore.wire.names import check_document_path, split_name
from emulator.firestore.wire.protos import Message

MAX_DOCUMENT_BYTES = 1_048_576
MAX_DEPTH = 20
MAX_VECTOR_DIMENSIONS = 2048

_MIN_SECONDS = -62_135_596_800
_MAX_SECONDS = 253_402_300_799
# No value counts for more than four times its serialized size (an empty geo point does), so
# documents that serialize to less than this are within the limit.
_SURELY_SMALL_BYTES = 200_000


def normalize_fields(fields: Message, depth: int = 0) -> None:
    """Check every value of a map and truncate its timestamps to microseconds, in place.

    Raises:
        FirestoreError: INVALID_ARGUMENT for values that Firestore cannot store.
    """
    for name, value in fields.items():
        check_field_name(name)
        normalize_value(value, name, depth)


def normalize_value(value: Message, name: str, depth: int = 0, in_array: bool = False) -> None:
    """Check one value and truncate its timestamps to microseconds, in place.

    Args:
        value: The value.
        name: The field it belongs to, for error messages.
        depth: How many maps and arrays enclose it.
        in_array: Whether it is an element of an array.

    Raises:
        FirestoreError: INVALID_ARGUMENT for values that Firestore cannot store.
    """
    kind = value.WhichOneof("value_type")
    check = _CHECKS.get(kind)
    if check is not None:
        check(value, name, depth, in_array)


def _refuse_unset(_value: Message, name: str, _depth: int, _in_array: bool) -> None:
    raise invalid_argument(f'The value of property "{name}" has no type set.')


def _refuse_unstorable(_value: Message, name: str, _depth: int, _in_array: bool) -> None:
    raise invalid_argument(f'The value of property "{name}" is of a type that cannot be stored.')


def _check_timestamp(value: Message, name: str, _depth: int, _in_array: bool) -> None:
    stamp = value.timestamp_value
    nanos = stamp.nanos
    if not (_MIN_SECONDS <= stamp.seconds <= _MAX_SECONDS and 0 <= nanos < 1_000_000_000):
        raise invalid_argument(f'The timestamp of property "{name}" is out of range.')
    if nanos % 1000:
        stamp.nanos = nanos - nanos % 1000


def _check_reference(value: Message, name: str, _depth: int, _in_array: bool) -> None:
    target = value.reference_value
    try:
        check_document_path(split_name(target)[1], target)
    except FirestoreError as error:
        raise invalid_argument(
            f'The reference of property "{name}" is invalid: {error.message}'
        ) from None


def _check_geo_point(value: Message, name: str, _depth: int, _in_array: bool) -> None:
    point = value.geo_point_value
    if not (-90 <= point.latitude <= 90 and -180 <= point.longitude <= 180):
        raise invalid_argument(f'The geo point of property "{name}" is out of range.')


def _check_array(value: Message, name: str, depth: int, in_array: bool) -> None:
    if in_array:
        raise invalid_argument("Cannot convert an array value in an array value.")
    if depth >= MAX_DEPTH:
        raise _too_deep(name)
    for item in value.array_value.values:
        normalize_value(item, name, depth + 1, True)


def _check_map(value: Message, name: str, depth: int, _in_array: bool) -> None:
    if depth >= MAX_DEPTH:
        raise _too_deep(name)
    fields = value.map_value.fields
    if "__type__" in fields:
        _check_vector(fields, name)
        return
    normalize_fields(fields, depth + 1)


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
    for item in items:
        if item.WhichOneof("value_type") not in {"double_value", "integer_value"}:
            raise invalid_argument(f'The vector of property "{name}" must contain only numbers.')


def _too_deep(name: str) -> FirestoreError:
    return invalid_argument(f'Property "{name}" is nested more than {MAX_DEPTH} levels deep.')


_CHECKS: dict[str | None, Callable[[Message, str, int, bool], None]] = {
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


def check_size(path: str, name: str, document: Message, serialized: int) -> None:
    """Check a document against the limit of 1 MiB.

    Args:
        path: Its path relative to the database.
        name: Its full name, for the error message.
        document: A message with its fields.
        serialized: The size of its serialized fields in bytes.

    Raises:
        FirestoreError: INVALID_ARGUMENT when it is too large.
    """
    if serialized < _SURELY_SMALL_BYTES:
        return
    size = document_size(path, document)
    if size > MAX_DOCUMENT_BYTES:
        raise invalid_argument(
            f"Document '{name}' cannot be written because its size ({size:,} bytes) exceeds "
            f"the maximum allowed size of {MAX_DOCUMENT_BYTES:,} bytes."
        )


def document_size(path: str, document: Message) -> int:
    """Return a document's size in bytes by Firestore's published rules."""
    return _name_size(path) + _fields_size(document.fields) + 32


def _name_size(path: str) -> int:
    return sum(len(segment.encode()) + 1 for segment in path.split("/")) + 16


def _fields_size(fields: Message) -> int:
    return sum(len(name.encode()) + 1 + _value_size(value) for name, value in fields.items())


def _value_size(value: Message) -> int:
    kind = value.WhichOneof("value_type")
    if kind == "string_value":
        return len(value.string_value.encode()) + 1
    if kind == "bytes_value":
        return len(value.bytes_value)
    if kind == "reference_value":
        return _name_size(split_name(value.reference_value)[1])
    if kind == "geo_point_value":
        return 16
    if kind == "array_value":
        return sum(map(_value_size, value.array_value.values))
    if kind == "map_value":
        return _fields_size(value.map_value.fields)
    return 1 if kind in {"null_value", "boolean_value"} else 8

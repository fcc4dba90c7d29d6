"""Documents' fields as plain protobuf messages, and back.

The client library makes each value an object of proto-plus on its way to protobuf and on its way
back, which takes some twenty times as long: more than 1 ms for a note's embedding.
"""

import struct
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from operator import attrgetter
from typing import Any, TypeAlias

import proto
from google.cloud.firestore_v1.vector import Vector

Message: TypeAlias = Any
"""A message of the protobuf library, whose classes are made when the program runs."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND = timedelta(seconds=1)
_MICROSECOND = timedelta(microseconds=1)
_KIND = "__type__"
_VECTOR = "__vector__"
_COMPONENTS = "value"


_DOUBLE_ELEMENT = b"\x0a\x09\x19"
"""What comes before the eight bytes of each number in an array: a value (field 1) of nine bytes, in
which there is a double (field 3)."""


class Foreign:
    """A value of a kind that Rekindle never writes, such as a place. No model takes it."""


def plain(message: Any) -> Message:
    """Returns the protobuf message behind one of the client library's."""
    return type(message).pb(message) if isinstance(message, proto.Message) else message


def write_fields(values: Mapping[str, Any], fields: Message) -> None:
    """Adds values to the fields of a document or map.

    Raises:
        TypeError: a value is of a kind that Rekindle does not store.
    """
    for name, value in values.items():
        _write(value, fields[name])


def read_fields(fields: Message) -> dict[str, Any]:
    """Returns the values in the fields of a document or map; times are in UTC."""
    return {
        name: _READERS.get(value.WhichOneof("value_type"), _read_foreign)(value)
        for name, value in fields.items()
    }


def read_time(time: Message) -> datetime:
    """Returns a timestamp as a time in UTC, to the microsecond."""
    return _EPOCH + timedelta(seconds=time.seconds, microseconds=time.nanos // 1000)


def _write(value: Any, into: Message) -> None:
    # The order matters: a truth value is an int, too, and an enum of texts is a text.
    if isinstance(value, str):
        into.string_value = value.value if isinstance(value, Enum) else value
    elif value is None:
        into.null_value = 0
    elif isinstance(value, bool):
        into.boolean_value = value
    elif isinstance(value, int):
        into.integer_value = value
    elif isinstance(value, float):
        into.double_value = value
    elif isinstance(value, datetime):
        _write_time(value, into.timestamp_value)
    elif isinstance(value, Mapping):
        into.map_value.SetInParent()
        write_fields(value, into.map_value.fields)
    elif isinstance(value, Vector):
        _write_vector(value, into.map_value.fields)
    elif isinstance(value, bytes):
        into.bytes_value = value
    elif isinstance(value, Sequence):
        into.array_value.SetInParent()
        elements = into.array_value.values
        for element in value:
            _write(element, elements.add())
    else:
        raise TypeError(f"a value of type {type(value).__name__} cannot be stored")


def _write_time(time: datetime, into: Message) -> None:
    since = time - _EPOCH
    into.seconds = since // _SECOND
    into.nanos = since % _SECOND // _MICROSECOND * 1000
    into.SetInParent()


def _write_vector(vector: Vector, fields: Message) -> None:
    fields[_KIND].string_value = _VECTOR
    components = fields[_COMPONENTS].array_value
    components.SetInParent()
    # As bytes, which takes a fifth of the time of adding a message for each component. Iterating
    # over the vector itself would take a call of Python for each, too.
    numbers = vector.to_map_value()[_COMPONENTS]
    pieces = [_DOUBLE_ELEMENT, 0.0] * len(numbers)
    pieces[1::2] = numbers
    components.MergeFromString(struct.pack(f"<{'3sd' * len(numbers)}", *pieces))


def _read_foreign(_: Message) -> Foreign:
    return Foreign()


def _read_array(value: Message) -> list[Any]:
    return [
        _READERS.get(each.WhichOneof("value_type"), _read_foreign)(each)
        for each in value.array_value.values
    ]


def _read_map(value: Message) -> dict[str, Any] | Vector:
    fields = value.map_value.fields
    if _KIND in fields and fields[_KIND].string_value == _VECTOR:
        return Vector([each.double_value for each in fields[_COMPONENTS].array_value.values])
    return read_fields(fields)


_READERS: dict[str | None, Callable[[Message], Any]] = {
    # Not functions of Python where it can be helped: each value that is stored takes one call.
    "string_value": attrgetter("string_value"),
    "null_value": lambda _: None,
    "boolean_value": attrgetter("boolean_value"),
    "integer_value": attrgetter("integer_value"),
    "double_value": attrgetter("double_value"),
    "timestamp_value": lambda value: read_time(value.timestamp_value),
    "bytes_value": attrgetter("bytes_value"),
    "array_value": _read_array,
    "map_value": _read_map,
}

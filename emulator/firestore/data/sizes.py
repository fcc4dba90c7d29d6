"""The size of documents, which has a limit."""

from __future__ import annotations

from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.names import split_name
from emulator.firestore.wire.protos import Message

MAX_DOCUMENT_BYTES = 1_048_576

# No value counts for more than four times its serialized size (an empty geo point does), so
# documents that serialize to less than this are within the limit.
_SURELY_SMALL_BYTES = 200_000


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

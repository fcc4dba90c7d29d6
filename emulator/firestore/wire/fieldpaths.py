"""Field paths: parsing, formatting, and walking the fields of a document.

A field path is a tuple of names. On the wire the names are separated by dots, and a name that is
not a simple identifier is enclosed in backticks, with backslash escapes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from emulator.firestore.wire.errors import invalid_argument
from emulator.firestore.wire.protos import Message

FieldPath = tuple[str, ...]

DOCUMENT_NAME: FieldPath = ("__name__",)

_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_TOKEN = re.compile(r"`(?P<quoted>(?:[^`\\]|\\.)+)`|(?P<plain>[^`.\\~*/\[\]]+)", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_RESERVED = re.compile(r"__.*__\Z", re.DOTALL)
_MAX_NAME_BYTES = 1500


@lru_cache(maxsize=4096)
def parse_field_path(text: str) -> FieldPath:
    """Parse a wire field path.

    Raises:
        FirestoreError: INVALID_ARGUMENT when the text is not a valid path.
    """
    if not text:
        raise invalid_argument("Invalid empty field path.")
    names: list[str] = []
    position = 0
    while True:
        match = _TOKEN.match(text, position)
        if match is None:
            raise _invalid(text)
        quoted = match["quoted"]
        if quoted is not None:
            names.append(_ESCAPE.sub(r"\1", quoted))
        elif _SIMPLE.match(match["plain"]):
            names.append(match["plain"])
        else:
            raise _invalid(text)
        position = match.end()
        if position == len(text):
            return tuple(names)
        if text[position] != ".":
            raise _invalid(text)
        position += 1


def _invalid(text: str) -> Exception:
    return invalid_argument(f'Invalid property path "{text}".')


def format_field_path(path: Iterable[str]) -> str:
    """Format a field path for the wire; the inverse of :func:`parse_field_path`."""
    return ".".join(
        name if _SIMPLE.match(name) else "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"
        for name in path
    )


def check_field_name(name: str) -> None:
    """Check a name that a write is about to store.

    Raises:
        FirestoreError: INVALID_ARGUMENT when it is empty, reserved or over 1,500 bytes.
    """
    if not name:
        raise invalid_argument("Document fields cannot have empty names.")
    if name.startswith("__") and _RESERVED.match(name):
        raise invalid_argument(f'The property name "{name}" is reserved.')
    if len(name) > 375 and len(name.encode()) > _MAX_NAME_BYTES:
        raise invalid_argument(
            f"The property name is longer than {_MAX_NAME_BYTES} bytes: {name[:40]}…"
        )


def check_stored_path(path: FieldPath) -> None:
    """Check the path of a field that a write is about to store.

    Raises:
        FirestoreError: INVALID_ARGUMENT when one of its names cannot be stored, or when the names
            with dots between them are over 1,500 bytes.
    """
    length = -1
    for name in path:
        check_field_name(name)
        length = extended_length(length, name)


def extended_length(length: int, name: str) -> int:
    """Return how many bytes a field path has with one more name.

    Args:
        length: The bytes before the dot in front of the name; -1 for the first name.
        name: The name.

    Raises:
        FirestoreError: INVALID_ARGUMENT when it is over 1,500 bytes.
    """
    length += 1 + len(name.encode())
    if length > _MAX_NAME_BYTES:
        raise invalid_argument(
            f"The field path that ends in {name[:40]} is longer than {_MAX_NAME_BYTES} bytes."
        )
    return length


def get_field(fields: Message, path: FieldPath) -> Message | None:
    """Return the value at a path in a map of fields, or None when there is none."""
    last = len(path) - 1
    for depth, name in enumerate(path):
        if name not in fields:
            return None
        value = fields[name]
        if depth == last:
            return value
        if value.WhichOneof("value_type") != "map_value":
            return None
        fields = value.map_value.fields
    return None


def set_field(fields: Message, path: FieldPath, value: Message) -> None:
    """Store a copy of a value at a path; anything but a map on the way becomes a map."""
    for name in path[:-1]:
        holder = fields[name]
        if holder.WhichOneof("value_type") != "map_value":
            holder.map_value.SetInParent()
        fields = holder.map_value.fields
    fields[path[-1]].CopyFrom(value)


def delete_field(fields: Message, path: FieldPath) -> None:
    """Remove the value at a path, if there is one."""
    for name in path[:-1]:
        if name not in fields:
            return
        holder = fields[name]
        if holder.WhichOneof("value_type") != "map_value":
            return
        fields = holder.map_value.fields
    if path[-1] in fields:
        del fields[path[-1]]


def project_fields(source: Message, target: Message, paths: Iterable[FieldPath]) -> None:
    """Copy only the given paths from one map of fields to another."""
    for path in paths:
        value = get_field(source, path)
        if value is not None:
            set_field(target, path, value)

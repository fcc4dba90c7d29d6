"""The size of a document by Firestore's rules for storage sizes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

LARGEST = 1_048_576
"""Bytes that a document may have."""


def document_size(path: Sequence[str], fields: Mapping[str, Any]) -> int:
    """The bytes of a document with its name, which is a list of collections and ids."""
    name = sum(_text(part) for part in path) + 16
    return name + 32 + sum(_text(key) + _value(value) for key, value in fields.items())


def _value(value: Any) -> int:
    match value:
        case None | bool():
            return 1
        case int() | float() | datetime():
            return 8
        case str():
            return _text(value)
        case Mapping():
            return sum(_text(key) + _value(item) for key, item in value.items())
        case _:
            return sum(_value(item) for item in value)


def _text(text: str) -> int:
    return len(text.encode()) + 1

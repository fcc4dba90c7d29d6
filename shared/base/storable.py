"""What a database can store: the rules for JSON that Rekindle keeps without interpreting it."""

import math
from typing import Any

from shared.base.text import byte_length

MAX_DEPTH = 16
"""How deeply values may be nested; Firestore allows 20 levels, and the outer ones are ours."""
_INT64 = range(-(2**63), 2**63)


def problem_with_value(value: Any, depth: int = 0) -> str | None:
    """Returns why a JSON value cannot be stored, as the end of a sentence; None if it can be."""
    if depth > MAX_DEPTH:
        return "is nested too deeply"
    if isinstance(value, str):
        return _problem_with_text(value)
    if isinstance(value, float):
        return None if math.isfinite(value) else "contains a number that is too large"
    if isinstance(value, int):
        return None if value in _INT64 else "contains a number that is too large"
    if isinstance(value, list):
        return _problem_in_list(value, depth)
    if isinstance(value, dict):
        return _problem_in_object(value, depth)
    return None


def stored_size(value: Any) -> int:
    """Returns the bytes that a JSON value takes in a document (Firestore's storage size rules)."""
    if isinstance(value, str):
        return byte_length(value) + 1
    if isinstance(value, dict):
        return sum(stored_size(key) + stored_size(item) for key, item in value.items())
    if isinstance(value, list):
        return sum(map(stored_size, value))
    return 1 if value is None or isinstance(value, bool) else 8


def problem_with_key(key: str) -> str | None:
    """Returns why a key of a map cannot be stored, as the end of a sentence; None if it can be."""
    if not key or (key.startswith("__") and key.endswith("__")):
        return 'contains an object key that is empty or of the form "__…__"'
    return _problem_with_text(key)


def _problem_in_list(items: list[Any], depth: int) -> str | None:
    for item in items:
        if isinstance(item, list):
            return "contains a list inside a list; wrap the inner one in an object"
        problem = problem_with_value(item, depth + 1)
        if problem:
            return problem
    return None


def _problem_in_object(fields: dict[str, Any], depth: int) -> str | None:
    for key, item in fields.items():
        problem = problem_with_key(key) or problem_with_value(item, depth + 1)
        if problem:
            return problem
    return None


def _problem_with_text(text: str) -> str | None:
    if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
        return "contains half of a surrogate pair; send text as UTF-8"
    return None

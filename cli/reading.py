"""Reads what the user names: files, standard input, and JSON, each within limits."""

import errno
import json
import os
import stat
import sys
from pathlib import Path
from typing import Any

from cli.errors import UsageProblem

MAX_BYTES = 256 * 1024 * 1024
"""The most bytes of a file, or of standard input."""
MAX_TEXT = 1024 * 1024
"""The most bytes of a text that is typed or piped in."""
MAX_DEPTH = 100
"""The most JSON objects and lists inside each other; the API accepts 16."""
STANDARD = "-"
"""Names standard input or output instead of a file."""


def file_bytes(path: Path, limit: int = MAX_BYTES) -> bytes:
    """Returns the content of a regular file, or of standard input for `-`.

    Devices and pipes may never end, and opening a pipe may wait forever.

    Raises:
        UsageProblem: it cannot be read, is no regular file, or is too large.
    """
    if str(path) == STANDARD:
        return standard_input(limit)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise UsageProblem(
                    f"{path} is not a regular file.",
                    "Pass - and redirect standard input to read from a pipe.",
                )
            # A file may claim little and hold much, as those of /proc do.
            size = os.fstat(handle).st_size
            data = b"" if size > limit else file.read(limit + 1)
            return _within(data, max(size, len(data)), limit, str(path))
    except OSError as error:
        why = "not a regular file" if error.errno == errno.ENXIO else error.strerror or error
        raise UsageProblem(f"{path} cannot be read: {why}.") from error


def standard_input(limit: int = MAX_TEXT) -> bytes:
    """Returns what is on standard input.

    Raises:
        UsageProblem: it is too large.
    """
    binary = getattr(sys.stdin, "buffer", None)
    data = binary.read(limit + 1) if binary else sys.stdin.read(limit + 1).encode()
    return _within(data, len(data), limit, "Standard input")


def standard_text() -> str:
    """Returns the text on standard input.

    Raises:
        UsageProblem: it is too large, or not UTF-8.
    """
    try:
        return standard_input().decode()
    except UnicodeDecodeError as error:
        raise UsageProblem("Standard input is not UTF-8 text.") from error


def standard_line() -> str:
    """Returns the next line of standard input with its line feed; empty at the end.

    Raises:
        UsageProblem: it is too long.
    """
    line = sys.stdin.readline(MAX_TEXT)
    if len(line) == MAX_TEXT and not line.endswith("\n"):
        raise UsageProblem(f"A line is longer than {MAX_TEXT:,} characters.", "Send less at once.")
    return line


def parse_json(text: str | bytes) -> Any:
    """Parses JSON.

    Raises:
        ValueError: it is not JSON, or nested too deeply.
    """
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if is_deep(value):
        raise ValueError("it is nested too deeply")
    return value


def is_deep(value: Any) -> bool:
    """Whether JSON is nested too deeply to be shown."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
    return bool(level)


def fact_value(fact: str, values: list[str]) -> Any:
    """Converts values to the type of a fact: a list, a text or, in `custom`, any JSON."""
    from shared.documents.about import LIST_PATHS, SCALAR_PATHS

    if fact in SCALAR_PATHS:
        return " ".join(values)
    parsed = [_json_or_text(value) for value in values]
    if fact in LIST_PATHS:
        if len(parsed) == 1 and isinstance(parsed[0], list):
            return parsed[0]
        # An item is text, even if it looks like JSON; only a contact can be an object.
        pairs = zip(values, parsed, strict=True)
        return [item if isinstance(item, dict) else text for text, item in pairs]
    return parsed[0] if len(parsed) == 1 else parsed


def _json_or_text(value: str) -> Any:
    try:
        return parse_json(value)
    except ValueError:
        return value


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return []
    return [inner for inner in value if isinstance(inner, dict | list)]


def _within(data: bytes, size: int, limit: int, what: str) -> bytes:
    if size > limit:
        raise UsageProblem(f"{what} is larger than {limit:,} bytes.", "Split it.")
    return data

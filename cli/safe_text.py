"""Text from a server or a file, made harmless for a terminal."""

import json
import unicodedata
from typing import Any

_HARMLESS = "\n\t\u200c\u200d"
"""Line feeds and tabs, and the joiners that emoji and several scripts need."""
_HARMFUL = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""The categories of control sequences, bidirectional marks, tags, and half characters."""


def harmless(text: str, *, one_line: bool = False) -> str:
    """Returns a text in which characters that act on the terminal, or hide, are visible as \ufffd.

    Args:
        text: the text.
        one_line: whether line breaks and tabs become spaces.
    """
    if one_line:
        text = text.translate(_BREAKS)
    if text.isprintable():
        return text
    return "".join("\ufffd" if _is_harmful(char) else char for char in text)


def to_json(value: Any, indent: int | None = None) -> str:
    """Returns a value as JSON that is harmless in a terminal and means the same."""
    return escaped(json.dumps(value, ensure_ascii=False, indent=indent))


def escaped(text: str) -> str:
    """Returns JSON in which harmful characters, which only its strings can hold, are escaped."""
    if text.isprintable():
        return text
    return "".join(json.dumps(char)[1:-1] if _is_harmful(char) else char for char in text)


def _is_harmful(char: str) -> bool:
    return unicodedata.category(char) in _HARMFUL and char not in _HARMLESS


_BREAKS = dict.fromkeys(map(ord, "\n\r\t\v\f\x85\u2028\u2029"), " ")

"""Removes invisible characters, which can hide instructions."""

import unicodedata
from functools import lru_cache

_ZERO_WIDTH_JOINERS = "\u200c\u200d"
_EMOJI_STYLES = "\ufe0e\ufe0f"
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
_MONGOLIAN_SELECTORS = range(0x180B, 0x1810)
_TAGS_AND_SELECTORS = range(0xE0000, 0xE1000)
_VARIATION_SELECTORS = range(0xFE00, 0xFE10)
_LINE_SEPARATORS = "\u2028\u2029"


def visible(text: str) -> str:
    """Returns `text` without invisible characters.

    This removes controls, zero-width and bidirectional marks, tags, selectors and blank letters.
    Zero-width joiners stay where they join characters (emoji, Arabic and Indic scripts), and
    variation selectors after an emoji. Line and paragraph separators become newlines.
    """
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    for index, char in enumerate(text):
        if char in _ZERO_WIDTH_JOINERS:
            joined = text[index - 1 : index] + text[index + 1 : index + 2]
            if index and len(joined) == 2 and not any(part.isascii() for part in joined):
                kept.append(char)
        elif char in _LINE_SEPARATORS:
            kept.append("\n")
        elif ord(char) in _VARIATION_SELECTORS:
            if char in _EMOJI_STYLES and kept and _takes_a_style(kept[-1]):
                kept.append(char)
        elif char in "\n\t" or _is_visible(char):
            kept.append(char)
    return "".join(kept)


def _takes_a_style(char: str) -> bool:
    return char in "0123456789#*" or unicodedata.category(char) in ("So", "Sm", "Po")


@lru_cache(maxsize=4096)
def _is_visible(char: str) -> bool:
    return (
        unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Co")
        and char not in _BLANK_LETTERS
        and ord(char) not in _TAGS_AND_SELECTORS
        and ord(char) not in _MONGOLIAN_SELECTORS
    )

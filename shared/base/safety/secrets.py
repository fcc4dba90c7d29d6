"""Finds secrets and masks them before anything is stored or sent to a model.

The patterns are narrow: masking an ordinary word would lose what the user said. They take time in
proportion to the text, which `tests/unit/safety/test_linear_time.py` holds for every pattern.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from shared.base.errors import InvalidArgument
from shared.base.safety.cards import find_cards
from shared.base.safety.invisible import visible
from shared.base.safety.passwords import find_passwords
from shared.base.safety.tokens import find_tokens

LONGEST = 100_000
"""Characters of a text that may be declared; no field takes more."""
_MASK = re.compile(r"\[(?:private key|API key|access token|password|card number) removed\]")
_KEY_BEGINS = re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}(?:PRIVATE KEY(?: BLOCK)?|PGP MESSAGE)-----")
_PUTTY_KEY = re.compile(r"^Private-Lines: [0-9]", re.MULTILINE)
_PLAIN: dict[int, str] = {
    **{0xFF01 + place: chr(0x21 + place) for place in range(94)},
    **dict.fromkeys([0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " "),
    **dict.fromkeys(map(ord, "“”„‟«»″"), '"'),
    **dict.fromkeys(map(ord, "‘’‚‛′"), "'"),
    **dict.fromkeys(map(ord, "‐‑‒–−"), "-"),
}
"""Characters that are read like an ASCII one, each replaced by one, so that offsets stay."""


@dataclass(frozen=True)
class Redacted:
    """Text that is safe to store, and the kinds of secrets that were masked in it."""

    text: str
    found: tuple[str, ...]


def redact(text: str) -> Redacted:
    """Replaces keys, tokens, passwords and card numbers with "[<kind> removed]"."""
    spans = _without_overlaps(sorted(_find(text if text.isascii() else text.translate(_PLAIN))))
    if not spans:
        return Redacted(text, ())
    parts: list[str] = []
    last = 0
    for start, end, kind in spans:
        parts += [text[last:start], f"[{kind} removed]"]
        last = end
    parts.append(text[last:])
    return Redacted("".join(parts), tuple(kind for _, _, kind in spans))


def is_masked(text: str) -> bool:
    """Returns whether `text` contains a mask."""
    return _MASK.search(text) is not None


def refuse_secrets(value: Any, field: str) -> None:
    """Checks a JSON value, including its keys, for secrets.

    Raises:
        InvalidArgument: a key, token, password or card number was found, or a text is too long to
            be stored anywhere; says where.
    """
    _refuse(value, (field,))


def _refuse(value: Any, path: tuple[str, ...]) -> None:
    if value == "":
        return
    if isinstance(value, str):
        if len(value) > LONGEST:
            raise InvalidArgument.field(
                _name(path), f"has {len(value):,} characters; the limit is {LONGEST:,}. Shorten it."
            )
        found = redact(visible(value)).found
        if found:
            raise InvalidArgument.field(
                _name(path),
                f"contains a secret ({found[0]}), which is never stored. Remove it and retry.",
                reason="UNSAFE_CONTENT",
            )
    elif isinstance(value, dict):
        for key, item in value.items():
            # The key may be what makes its value a password, so they are read together.
            pair = isinstance(item, str) and len(item) <= LONGEST
            _refuse(f"{key}: {item}" if pair else str(key), (*path, str(key)))
            _refuse(item, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            _refuse(item, (*path, str(index)))


def _name(path: tuple[str, ...]) -> str:
    """Returns the path of a value, without the keys that are themselves a secret."""
    field, *keys = path
    return ".".join([field, *(key for key in keys if len(key) <= 200 and not redact(key).found)])


def _find(text: str) -> Iterator[tuple[int, int, str]]:
    yield from _private_keys(text)
    yield from find_tokens(text)
    yield from find_passwords(text)
    yield from find_cards(text)


def _private_keys(text: str) -> Iterator[tuple[int, int, str]]:
    """Yields private keys and encrypted messages, to the end of the text if they have no end."""
    done = 0
    for match in _KEY_BEGINS.finditer(text):
        if match.start() >= done:
            end = text.find("-----END ", match.end())
            close = -1 if end < 0 else text.find("-----", end + 9, end + 80)
            done = len(text) if close < 0 else close + 5
            yield match.start(), done, "private key"
    done = 0
    for match in _PUTTY_KEY.finditer(text):
        if match.start() >= done:
            end = text.find("Private-MAC", match.end())
            done = len(text) if end < 0 else end
            yield match.start(), done, "private key"


def _without_overlaps(spans: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    kept: list[tuple[int, int, str]] = []
    for span in spans:
        if not kept or span[0] >= kept[-1][1]:
            kept.append(span)
        elif span[1] > kept[-1][1]:
            kept[-1] = (kept[-1][0], span[1], kept[-1][2])
    return kept

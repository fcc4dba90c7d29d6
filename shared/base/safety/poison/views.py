"""The ways in which a text can be read: as it looks, and decoded from its disguises."""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Iterator
from urllib.parse import unquote

from shared.base.safety.invisible import visible
from shared.base.safety.lookalikes import plain

_BASE64 = re.compile(r"(?<![\w+/-])[A-Za-z0-9+/_-]{16,}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:[0-9A-Fa-f]{2}){8,}(?![0-9A-Za-z])")
_LETTERS_APART = re.compile(r"(?<!\w)\w([ .·_-])\w(?!\w)(?:\1\w(?!\w))+")
_BETWEEN_LETTERS = re.compile(r"[ .·_-]")
_HYPHENATED = re.compile(r"(?<=[a-z])-(?=[a-z])", re.IGNORECASE)
_JOINED = re.compile(r"[_/\\-]+")
_WORD_WITH_DIGITS = re.compile(r"(?<![\w@])(?=\w*[a-z$!])(?=\w*[0-9$!])[\w$!]{2,40}", re.IGNORECASE)
_LEET = str.maketrans("01345$7!", "oieassti")
_LEET_WITH_L = str.maketrans("01345$7!", "oleassti")
_WIDE_GAP = re.compile(r"\s{2,40}")
_MARKUP = re.compile(r"&#?\w{2,8};")
_ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}")
_WORDS = re.compile(r"[^\W\d_]{2,}")
FEWEST_WORDS = 3
"""How many words a decoded text has, at least: less may be an accident."""
MOST_DECODED = 20
"""How many encoded passages of one text are looked into."""


def seen(text: str) -> str:
    """Returns a text as a reader sees it, with the letters of other scripts as ASCII."""
    return plain(visible(text)).text


def views(text: str) -> Iterator[str]:
    """Yields the text as it looks, and with its disguises removed; each view only once.

    The disguises are letters set apart, words joined or cut by hyphens, digits for letters, letters
    moved by 13 places, a text written backwards, and what `decoded` finds.
    """
    told: set[str] = set()
    for view in _views(text):
        if view not in told:
            told.add(view)
            yield view


def decoded(text: str) -> list[str]:
    """Returns the readable texts that are encoded in a text, in base64 or in hexadecimal digits."""
    found = []
    for number, match in enumerate(_BASE64.finditer(text)):
        if number == MOST_DECODED:
            break
        found.append(_readable(_from_base64(match.group())))
    for number, match in enumerate(_HEX.finditer(text)):
        if number == MOST_DECODED:
            break
        found.append(_readable(bytes.fromhex(match.group())))
    return [each for each in found if each]


def _views(text: str) -> Iterator[str]:
    shown = visible(text)
    looks = plain(shown).text
    yield looks
    if _LETTERS_APART.search(shown):
        yield plain(_LETTERS_APART.sub(_together, shown)).text
        # Two blanks or more divide the words of a text whose letters stand apart.
        yield plain(" ".join(_letters_together(part) for part in _WIDE_GAP.split(shown))).text
    if _HYPHENATED.search(looks):
        yield _HYPHENATED.sub("", looks)
    if _JOINED.search(looks):
        yield _JOINED.sub(" ", looks)
    if _WORD_WITH_DIGITS.search(looks):
        for digits in (_LEET, _LEET_WITH_L):
            yield looks.translate(digits)
    if _MARKUP.search(looks):
        yield plain(visible(html.unescape(looks))).text
    if _ESCAPED.search(looks):
        yield plain(visible(unquote(looks))).text
    yield codecs.encode(looks, "rot13")
    yield looks[::-1]
    for each in decoded(looks):
        yield plain(visible(each)).text


def _together(match: re.Match[str]) -> str:
    return _BETWEEN_LETTERS.sub("", match.group())


def _letters_together(text: str) -> str:
    parts = text.split(" ")
    return "".join(parts) if all(len(part) <= 1 for part in parts) else text


def _from_base64(text: str) -> bytes:
    body = text.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        return b""


def _readable(data: bytes) -> str:
    """Returns bytes as a text if they are one, with some words in it; otherwise nothing."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ""
    is_text = text.isprintable() or all(char.isprintable() or char in "\n\t" for char in text)
    return text if is_text and len(_WORDS.findall(text)) >= FEWEST_WORDS else ""

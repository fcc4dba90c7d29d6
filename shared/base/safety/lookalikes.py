"""Reads text as it looks: full-width letters, letters of other scripts and odd spaces as ASCII.

Checks for forged markers and instructions look at this form, so that a disguise does not help. The
text itself is kept; only what a check finds is changed in it.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_SAME = {
    "a": "аαɑᴀ",
    "b": "ʙЬ",
    "c": "сᴄϲ",
    "d": "ԁᴅ",
    "e": "еᴇєҽ",
    "f": "ꜰ",
    "g": "ɡɢց",
    "h": "һʜհ",
    "i": "іιıɪɩ",
    "j": "јᴊϳ",
    "k": "кκᴋ",
    "l": "ӏʟ",
    "m": "мᴍ",
    "n": "ոɴռ",
    "o": "оοօᴏ",
    "p": "рρᴘ",
    "q": "ԛǫ",
    "r": "гʀ",
    "s": "ѕꜱ",
    "t": "тτᴛ",
    "u": "υսᴜ",
    "v": "νѵᴠ",
    "w": "ԝᴡ",
    "x": "хχ",
    "y": "уγʏү",
    "z": "ᴢ",
    "A": "АΑᎪ",
    "B": "ВΒᏴ",
    "C": "СϹᏟ",
    "D": "Ꭰ",
    "E": "ЕΕᎬ",
    "F": "Ϝ",
    "G": "ԌᏀ",
    "H": "НΗᎻ",
    "I": "ІΙӀ",
    "J": "ЈᎫ",
    "K": "КΚᏦ",
    "L": "Ꮮ",
    "M": "МΜᎷ",
    "N": "Ν",
    "O": "ОΟՕ",
    "P": "РΡᏢ",
    "R": "Ꭱ",
    "S": "ЅՏᏚ",
    "T": "ТΤᎢ",
    "U": "Սሀ",
    "V": "Ꮩ",
    "W": "ԜᎳ",
    "X": "ХΧ",
    "Y": "УΥҮ",
    "Z": "ΖᏃ",
    "[": "⟦〚【〔❲⦋⁅〖「『",
    "]": "⟧〛】〕❳⦌⁆〗」』",
    "<": "〈〈⟨❬❰˂ᐸᚲ≺《⟪⧼",
    ">": "〉〉⟩❭❱˃ᐳ≻》⟫⧽",
    "(": "❨⦅❪⟮",
    "|": "∣│┃ǀ❘׀⏐▏｜￨¦",
    "/": "⁄∕⧸╱",
    ":": "꞉∶ː։׃܃˸᛬",
    "#": "♯⌗",
    "_": "▁‗",
    "=": "═─━―—–‐‑−⎯▬﹉﹊╌╍┄┅┈┉⸺⸻〜∼~",
    "'": "’‘ʼ′`",
    '"': "“”„″",
}
"""ASCII characters and what looks like them (a selection of Unicode's confusables.txt)."""
_ASCII_OF = {other: char for char, others in _SAME.items() for other in others}
_SPACES = re.compile(r"\s{2,}|[^\S\n ]")


@dataclass(frozen=True)
class Plain:
    """How a text looks in ASCII, each run of white space as one space or newline.

    `at` has the index in the text of each character; None if it is the same index.
    """

    text: str
    at: Sequence[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Returns the span in the original text of a span that is not empty."""
        return (start, end) if self.at is None else (self.at[start], self.at[end - 1] + 1)


def plain(text: str) -> Plain:
    """Returns how `text`, which has no invisible characters, looks in ASCII where it does."""
    if text.isascii() and not _SPACES.search(text):
        return Plain(text, None)
    chars: list[str] = []
    at: list[int] = []
    for index, char in enumerate(text):
        for seen in char if char.isascii() else _seen(char):
            if not seen.isspace():
                chars.append(seen)
                at.append(index)
            elif not chars or not chars[-1].isspace():
                chars.append("\n" if seen == "\n" else " ")
                at.append(index)
            elif seen == "\n":
                chars[-1] = "\n"
    return Plain("".join(chars), at)


@lru_cache(maxsize=8192)
def _seen(char: str) -> str:
    if char in _ASCII_OF:
        return _ASCII_OF[char]
    letters = unicodedata.normalize("NFKD", char)
    return "".join(
        _ASCII_OF.get(letter, letter) for letter in letters if unicodedata.category(letter) != "Mn"
    )

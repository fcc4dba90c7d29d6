"""Removes invisible characters, which can hide instructions."""

import unicodedata
from bisect import bisect_right
from functools import lru_cache

_IGNORABLE = (
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFF8),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
"""Default_Ignorable_Code_Point, from DerivedCoreProperties.txt of the Unicode Character Database:
4,174 code points. The property is stable, so it covers what later versions may assign."""
_IGNORABLE_FROM = [first for first, _ in _IGNORABLE]
_BLANK = frozenset("\u2800\U0001d159\U00016fe4")
"""Characters that are neither ignorable nor spaces, but show nothing."""
_MAY_BE_ASSIGNED = (range(0x1F000, 0x1FB00), range(0x1FC00, 0x1FFFE), range(0x20000, 0x3FFFE))
"""Where newer versions of Unicode than Python's assign pictographs and ideographs."""
_PREPENDED = frozenset(
    map(chr, (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD))
)
"""Format characters that show (Prepended_Concatenation_Mark)."""
_JOINERS = "\u200c\u200d"
_LINE_BREAKS = frozenset("\u000b\u000c\u0085\u2028\u2029")
_JOINING_SCRIPTS = frozenset(
    """
    ADLAM ARABIC BALINESE BENGALI BRAHMI CHAKMA DEVANAGARI GRANTHA GUJARATI GURMUKHI HANIFI JAVANESE
    KANNADA KHMER MALAYALAM MANDAIC MANICHAEAN MEETEI MONGOLIAN MYANMAR NEWA NKO ORIYA PSALTER
    SINHALA SOGDIAN SYRIAC TAMIL TELUGU TIBETAN TIRHUTA
    """.split()
)
"""Scripts whose letters take other forms where they join, as their names begin."""
_VIRAMA = 9
"""The combining class of the sign that removes an Indic vowel; a joiner after it has an effect."""
_STYLES = "\ufe0e\ufe0f"
_KEYCAP = "\u20e3"
_PICTOGRAPHS = (
    *(range(code, code + 1) for code in (0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139, 0x24C2)),
    *(range(0x2190, 0x2200), range(0x2300, 0x2400), range(0x25AA, 0x25FF), range(0x2600, 0x27C0)),
    *(range(0x2934, 0x2936), range(0x2B00, 0x2C00), range(0x3030, 0x303E), range(0x3297, 0x329A)),
    *(range(0x1F000, 0x1FB00), range(0x1FC00, 0x1FFFE)),
)
"""The blocks of Extended_Pictographic (emoji-data.txt), without lines and boxes."""
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_BLACK_FLAG = "\U0001f3f4"
_FLAGS = tuple(
    "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
"""The tag sequences that follow a black flag: England, Scotland and Wales (emoji-sequences.txt)."""
_FLAG_LENGTH = 6


def visible(text: str) -> str:
    """Returns `text` without invisible characters.

    This removes controls, unassigned and ignorable code points, bidirectional marks, tags and blank
    letters. Joiners stay between the characters that they join (emoji, and scripts such as Arabic
    and Devanagari), and variation selectors after what they select a form of. Other line breaks
    become newlines.
    """
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    flag_until = 0
    for index, char in enumerate(text):
        if char in "\n\t" or (index < flag_until):
            kept.append(char)
        elif char in _LINE_BREAKS:
            kept.append("\n")
        elif char in _JOINERS:
            if kept and _joins(char, kept[-1], text[index + 1 : index + 2]):
                kept.append(char)
        elif _selects(char, kept[-1] if kept else "", text[index + 1 : index + 2]):
            kept.append(char)
        elif _is_visible(char):
            kept.append(char)
            if char == _BLACK_FLAG and text[index + 1 : index + 1 + _FLAG_LENGTH] in _FLAGS:
                flag_until = index + 1 + _FLAG_LENGTH
    return "".join(kept)


def _joins(joiner: str, before: str, after: str) -> bool:
    if unicodedata.combining(before) == _VIRAMA:
        return True
    if not after:
        return False
    if joiner == "\u200d" and _is_pictograph(after):
        return before in _STYLES or ord(before) in _SKIN_TONES or _is_pictograph(before)
    script = _joining_script(before)
    return script is not None and script == _joining_script(after)


def _selects(char: str, before: str, after: str) -> bool:
    """Returns whether a variation selector selects a form of the character before it."""
    code = ord(char)
    if not before or not (0x180B <= code <= 0x180F or code >= 0xFE00):
        return False
    if char in _STYLES:
        return _is_pictograph(before) or (before in "0123456789#*" and after == _KEYCAP)
    if code in range(0x180B, 0x180E) or code == 0x180F:
        return _joining_script(before) == "MONGOLIAN"
    # Registered variants of ideographs, as in Japanese names. There are 240 selectors, which could
    # hide a text; of nearly all ideographs, only the first few are registered.
    return code in range(0xE0100, 0xE0110) and _name(before).startswith("CJK UNIFIED")


@lru_cache(maxsize=4096)
def _is_pictograph(char: str) -> bool:
    return any(ord(char) in block for block in _PICTOGRAPHS)


@lru_cache(maxsize=4096)
def _joining_script(char: str) -> str | None:
    script = _name(char).partition(" ")[0]
    return script if script in _JOINING_SCRIPTS else None


def _name(char: str) -> str:
    return unicodedata.name(char, "")


def _may_be_assigned(char: str) -> bool:
    return unicodedata.category(char) == "Cn" and any(
        ord(char) in block for block in _MAY_BE_ASSIGNED
    )


@lru_cache(maxsize=4096)
def _is_visible(char: str) -> bool:
    category = unicodedata.category(char)
    if category in ("Cc", "Cf", "Cs", "Co"):
        return char in _PREPENDED
    if category == "Cn":
        return _may_be_assigned(char)
    return not is_ignorable(char) and char not in _BLANK


def is_ignorable(char: str) -> bool:
    """Returns whether Unicode says to show nothing for the character, even if it is unknown."""
    code = ord(char)
    place = bisect_right(_IGNORABLE_FROM, code) - 1
    return place >= 0 and code <= _IGNORABLE[place][1]

"""Neutralizes forged delimiters, so that stored text cannot break out of the context block.

Text that looks like one of the block's delimiters, or like a role or instruction marker of a chat
format, is changed just enough that neither a program nor a model mistakes it for one.
"""

import re

from shared.base.safety.invisible import visible

_BRACKET_BLOCK = re.compile(
    r"\[(?=\s*/?\s*(?:END|ABOUT|SYSTEM|INST|INSTRUCTIONS?|ASSISTANT|USER|TOOL)\b)", re.IGNORECASE
)
_MARKUP_BLOCK = re.compile(
    r"<(?=\s*[|/]|\s*(?:system|user|assistant|tool|instructions?|s|im_start|im_end)\b)",
    re.IGNORECASE,
)
_RULE = re.compile(r"[═=_*#~-]{4,}")
_TIER_HEADING = re.compile(r"\b(MEMORY|USER PROFILE)(?=\s*\()")
_ROLE_AT_START = re.compile(r"(?m)^(\s*#*\s*(?:system|assistant|developer|user|human))\s*:", re.I)
_SECTION_MARK = "§"


def one_line(text: str) -> str:
    """Returns `text` on a single line, safe inside the block's lists."""
    return " ".join(safe(text).split())


def safe(text: str) -> str:
    """Returns `text` with every forged delimiter neutralized; line breaks are kept."""
    text = visible(text)
    text = _BRACKET_BLOCK.sub("(", text)
    text = _MARKUP_BLOCK.sub("‹", text)
    text = _RULE.sub("…", text)
    text = _TIER_HEADING.sub(lambda match: match.group().capitalize(), text)
    text = _ROLE_AT_START.sub(r"\1 -", text)
    return text.replace(_SECTION_MARK, "¶")

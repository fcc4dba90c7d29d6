"""Leaves out what the user marks as private, before anything is written to disk."""

from __future__ import annotations

_TAGS = ("<private>", "</private>")


def without_private(text: str) -> str:
    """Returns the text without `<private>…</private>`, as the server would.

    A passage that is never closed goes on to the end. One inside another ends with the outer one.
    """
    if "private>" not in text.lower():
        return text
    import re  # not needed for most messages

    kept: list[str] = []
    depth = at = 0
    for tag in re.finditer("|".join(_TAGS), text, re.IGNORECASE):
        if depth == 0:
            kept.append(text[at : tag.start()])
        depth = max(0, depth - 1) if tag.group().startswith("</") else depth + 1
        at = tag.end()
    if depth == 0:
        kept.append(text[at:])
    return "".join(kept)

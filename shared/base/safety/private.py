"""Leaves out what users mark as private: `<private>…</private>`."""

import re

_TAG = re.compile(r"<(/?)private>", re.IGNORECASE)


def without_private(text: str) -> str:
    """Returns the text without its private passages and their tags.

    A passage that is never closed goes on to the end. One inside another ends with the outer one.
    """
    kept: list[str] = []
    depth = at = 0
    for tag in _TAG.finditer(text):
        if depth == 0:
            kept.append(text[at : tag.start()])
        depth = max(0, depth - 1) if tag.group(1) else depth + 1
        at = tag.end()
    if depth == 0:
        kept.append(text[at:])
    return "".join(kept)

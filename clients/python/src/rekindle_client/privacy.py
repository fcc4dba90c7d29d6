"""What the user keeps to themselves is not sent."""

import re

_TAG = re.compile(r"<(/?)private>", re.IGNORECASE)


def without_private(text: str) -> str:
    """The text without its `<private>…</private>` passages.

    One that is never closed reaches to the end. One inside another ends with the outer one.
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
    return "".join(kept).strip() if at else text

"""What the user keeps to themselves is not sent."""

import re

_PASSAGE = re.compile(r"<private>.*?(?:</private>|\Z)", re.IGNORECASE | re.DOTALL)


def without_private(text: str) -> str:
    """The text without its `<private>…</private>` passages.

    One that is never closed reaches to the end.
    """
    kept, found = _PASSAGE.subn("", text)
    return kept.strip() if found else text

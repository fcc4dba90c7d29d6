"""What stands before a text that is shown: a label with a colon, or a request about it."""

import re

from shared.base.safety.lookalikes import plain
from shared.base.safety.poison.shown import (
    ABOUT_MATERIAL,
    JUDGED,
    LABEL,
    OTHERS,
    POINTED,
    SAID_AGAIN,
    TASK,
    TOLD,
    WORDED,
)

_RUN = re.compile(r"\w+")
LONGEST_TITLE = 120
"""Characters of a line above a text that says what to do with it."""
_FEW_WORDS = 4
"""Up to this many words, what asks for something to be done names no text of its own."""
_SOMEBODY = re.compile(
    rf"(?:^|[.!?] )(?:(?:my|our|his|her|the|an?) )?(?:{OTHERS.pattern})"
    r"(?: (?:on|at|in) \w+| (?-i:[A-Z])\w+)?$",
    re.IGNORECASE,
)
_REQUEST = re.compile(
    r"(?:(?:please|pls|can|could|would|will|you|me|help|now|and|kannst|könntest|du|bitte|mir"
    r"|peux|tu|puedes|por|favor)\W{1,3}){0,6}$",
    re.IGNORECASE,
)
"""What a request begins with, before the task."""


def labels(text: str) -> bool:
    """Returns whether what ends with a colon says that others' words come behind it."""
    label = plain(text[-LONGEST_TITLE:]).text.rstrip(":： ")
    if SAID_AGAIN.search(label):
        return False
    return bool(
        tells(label)
        or _asks_first(label)
        or _SOMEBODY.search(label)
        or LABEL.search(label)
        or WORDED.search(label)
    )


def _asks_first(label: str) -> bool:
    """Returns whether a label begins with a task, as "Translate into German:" does."""
    task = TASK.search(label)
    return task is not None and _REQUEST.match(label[: task.start()]) is not None


def tells(text: str) -> bool:
    """Returns whether words say whose a text is, or that it is one."""
    looks = plain(text).text
    return bool(
        TOLD.search(looks)
        or ABOUT_MATERIAL.search(looks)
        or (TASK.search(looks) and POINTED.search(looks))
    )


def asks_about(text: str) -> bool:
    """Returns whether a short paragraph asks something about a text that it does not have."""
    if len(text) > 300:
        return False
    looks = plain(text).text
    does, about = TASK.search(looks), ABOUT_MATERIAL.search(looks)
    if does and (about or POINTED.search(looks) or len(_RUN.findall(looks)) <= _FEW_WORDS):
        return True
    if JUDGED.search(looks):
        return True
    asks = looks.rstrip().endswith(("?", "？", ":", "："))
    return bool(asks and (about or TOLD.search(looks) or POINTED.search(looks)))

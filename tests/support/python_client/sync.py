"""The client for threads, made from the one for tasks, so that both always do the same.

As a program it writes it.
"""

import re
from pathlib import Path

from tests.support.python_client.models import SOURCE, tidy

ASYNC = SOURCE / "_async"
SYNC = SOURCE / "_sync"

_HEAD = "# Made from {name} by `make python-client`.\n"
_RULES = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\basync (def|with|for)\b", r"\1"),
        (r"\bawait ", ""),
        (r"\bAwaitable\[(\w+)\]", r"\1"),
        (r"(?<=import )(.*)\bAwaitable, ", r"\1"),
        (r"\b(Beta)?Async(?=[A-Z])", r"\1"),
        (r"\basynccontextmanager\b", "contextmanager"),
        (r"\basync_(?=\w)", ""),
        (r"\b_async\b", "_sync"),
        (r"\b__a(enter|exit)__\b", r"__\1__"),
        (r"\ba(?=close\b|iter_bytes\b)", ""),
        (r"The client that is awaited.*", 'The client that blocks its thread."""'),
    )
]


def sync(source: str) -> str:
    """A module without anything that waits in a task."""
    for pattern, replacement in _RULES:
        source = pattern.sub(replacement, source)
    return source


def modules() -> dict[Path, str]:
    """What the client for threads consists of."""
    return {
        SYNC / file.name: tidy(
            _HEAD.format(name=f"_async/{file.name}") + sync(file.read_text()), SYNC / file.name
        )
        for file in sorted(ASYNC.glob("*.py"))
    }


if __name__ == "__main__":
    for path, text in modules().items():
        path.write_text(text)

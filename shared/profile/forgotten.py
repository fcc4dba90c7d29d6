"""What the user deleted, so that learning never brings it back."""

from collections.abc import Iterable

from shared.base.text import fold, same_meaning

MAX_KEYS = 300
"""Keys kept, the newest. Far more deletions than a profile can hold items."""


def key(kind: str, scope: str, text: str) -> str:
    """The key of one deleted item: its kind, its type or path (may be empty), and its words."""
    return f"{kind}:{scope}:{fold(text)}"


def is_forgotten(keys: Iterable[str], kind: str, scope: str, text: str) -> bool:
    """Whether an item that means the same was deleted by the user."""
    prefix = f"{kind}:{scope}:"
    return any(
        same_meaning(entry.removeprefix(prefix), text) for entry in keys if entry.startswith(prefix)
    )


def remember_deletion(keys: list[str], *deleted: str) -> list[str]:
    """The keys with the deleted ones added, each once, the oldest dropped beyond the limit."""
    return [*(entry for entry in keys if entry not in deleted), *deleted][-MAX_KEYS:]


def allow_again(keys: list[str], kind: str, scope: str, text: str) -> list[str]:
    """The keys without those that an item stated by the user itself makes void."""
    return [entry for entry in keys if not is_forgotten([entry], kind, scope, text)]

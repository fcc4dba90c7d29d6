"""The keys of deleted items, which keep learning from bringing them back."""

from collections.abc import Iterable

from shared.base.text import fold, same_meaning

MAX_KEYS = 300
"""How many keys are kept, the newest: far more than a profile can hold items."""


def key(kind: str, scope: str, text: str) -> str:
    """Returns the key of a deleted item: its kind, its type or path (may be empty), its text."""
    return f"{kind}:{scope}:{fold(text)}"


def is_forgotten(keys: Iterable[str], kind: str, scope: str, text: str) -> bool:
    """Returns whether the user deleted an item with the same meaning."""
    prefix = f"{kind}:{scope}:"
    return any(
        same_meaning(entry.removeprefix(prefix), text) for entry in keys if entry.startswith(prefix)
    )


def remember_deletion(keys: list[str], *deleted: str) -> list[str]:
    """Returns the keys with `deleted` added, without duplicates and up to the limit."""
    return [*(entry for entry in keys if entry not in deleted), *deleted][-MAX_KEYS:]


def allow_again(keys: list[str], kind: str, scope: str, text: str) -> list[str]:
    """Returns the keys without those of an item that the user has stated again."""
    return [entry for entry in keys if not is_forgotten([entry], kind, scope, text)]

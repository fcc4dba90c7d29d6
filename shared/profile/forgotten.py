"""The keys of deleted items, which keep learning from bringing them back.

The profile holds the newest keys; `shared.profile.forgotten_pages` keeps the older ones.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from shared.base.errors import InvalidArgument
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import refuse_secrets
from shared.base.text import fold, same_meaning, stems
from shared.documents.profile import MAX_FORGOTTEN

KINDS = frozenset({"about", "pattern", "preference", "skill", "workflow"})
MIN_ALIKE = 3
"""Texts with fewer significant words must match exactly; see `same_meaning`."""


def key(kind: str, scope: str, text: str) -> str:
    """Returns the key of a deleted item: its kind, its type or path (may be empty), its text."""
    return f"{kind}:{scope}:{fold(text)}"


def checked_key(value: Any) -> str:
    """Returns a key of an export.

    Raises:
        InvalidArgument: it is no key, is too long, or contains a secret or invisible characters.
    """
    if (
        not isinstance(value, str)
        or len(value) > MAX_FORGOTTEN
        or value.partition(":")[0] not in KINDS
        or value.count(":") < 2
        or visible(value) != value
    ):
        raise InvalidArgument.field("forgotten", "must be a key of an export")
    refuse_secrets(value, "forgotten")
    return value


def is_forgotten(keys: Iterable[str], kind: str, scope: str, text: str) -> bool:
    """Returns whether the user deleted an item with the same meaning."""
    return _index(tuple(keys), f"{kind}:{scope}:").has(text)


def remember_deletion(keys: list[str], *deleted: str) -> list[str]:
    """Returns the keys with `deleted` added as the newest, without duplicates."""
    again = set(deleted)
    return [*(entry for entry in keys if entry not in again), *dict.fromkeys(deleted)]


def allow_again(keys: list[str], kind: str, scope: str, text: str) -> list[str]:
    """Returns the keys without those of an item that the user has stated again."""
    if not is_forgotten(keys, kind, scope, text):
        return keys
    prefix = f"{kind}:{scope}:"
    return [
        entry
        for entry in keys
        if not (entry.startswith(prefix) and same_meaning(entry.removeprefix(prefix), text))
    ]


class _Index:
    """The texts of the keys with one prefix, found by their words.

    It answers as comparing each of them with `same_meaning` would, but compares only texts that
    have most words in common, so it stays fast for thousands of keys.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._folded = {fold(text) for text in texts if not stems(text)}
        self._same = {tuple(sorted(stems(text))) for text in texts}
        self._texts = [text for text in texts if len(stems(text)) >= MIN_ALIKE]
        self._with: dict[str, list[int]] = {}
        for place, text in enumerate(self._texts):
            for word in set(stems(text)):
                self._with.setdefault(word, []).append(place)

    def has(self, text: str) -> bool:
        """Returns whether a text has the same meaning."""
        words = stems(text)
        if not words:
            return fold(text) in self._folded
        if tuple(sorted(words)) in self._same:
            return True
        if len(words) < MIN_ALIKE:
            return False
        shared = Counter(place for word in set(words) for place in self._with.get(word, ()))
        # The same meaning takes 60% of all words in common; half is a bound that rounding keeps.
        half = len(set(words)) / 2
        return any(
            same_meaning(self._texts[place], text)
            for place, count in shared.items()
            if count >= half
        )


@lru_cache(maxsize=16)
def _index(keys: tuple[str, ...], prefix: str) -> _Index:
    return _Index([entry.removeprefix(prefix) for entry in keys if entry.startswith(prefix)])

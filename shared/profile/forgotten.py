"""The keys of deleted items, which keep learning from bringing them back.

The profile holds the newest keys; `shared.profile.forgotten_pages` keeps the older ones.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
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
    return Forgotten(keys).has(kind, scope, text)


def remember_deletion(keys: list[str], *deleted: str) -> list[str]:
    """Returns the keys with `deleted` added as the newest, without duplicates."""
    again = set(deleted)
    return [*(entry for entry in keys if entry not in again), *dict.fromkeys(deleted)]


def allow_again(
    keys: list[str], kind: str, scope: str, text: str, known: "Forgotten | None" = None
) -> list[str]:
    """Returns the keys without those of an item that the user has stated again.

    Callers with many items pass `known`, the index of all keys from before the first one.
    """
    if not (known or Forgotten(keys)).has(kind, scope, text):
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
        found = {text: stems(text) for text in texts}
        self._folded = {fold(text) for text, words in found.items() if not words}
        self._same = {tuple(sorted(words)) for words in found.values()}
        self._texts = [text for text, words in found.items() if len(words) >= MIN_ALIKE]
        self._with: dict[str, list[int]] = {}
        for place, text in enumerate(self._texts):
            for word in set(found[text]):
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


class Forgotten:
    """Keys with their indexes, which are built once and go with the request that needs them."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = tuple(keys)
        self._indexes: dict[str, _Index] = {}

    def has(self, kind: str, scope: str, text: str) -> bool:
        """Returns whether the user deleted an item with the same meaning."""
        prefix = f"{kind}:{scope}:"
        if prefix not in self._indexes:
            texts = [key.removeprefix(prefix) for key in self._keys if key.startswith(prefix)]
            self._indexes[prefix] = _Index(texts)
        return self._indexes[prefix].has(text)

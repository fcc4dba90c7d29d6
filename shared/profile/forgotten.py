"""The keys of deleted items, which keep learning from bringing them back.

The profile holds the newest keys; `shared.profile.forgotten_pages` keeps the older ones.
"""

from collections.abc import Iterable
from typing import Any

from shared.base.errors import InvalidArgument
from shared.base.ids import derived_id
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import refuse_secrets
from shared.base.sameness import Index, object_of
from shared.base.text import fold, stems
from shared.documents.profile import MAX_FORGOTTEN, PreferenceType

_HASHED = "#"
"""What the text of a key starts with if it is a hash."""
KINDS = frozenset({"about", "pattern", "preference", "skill", "workflow"})


def key(kind: str, scope: str, text: str) -> str:
    """Returns the key of a deleted item: its kind, its type or path (may be empty), its text."""
    return f"{kind}:{scope}:{fold(text)}"


def hashed_key(kind: str, scope: str, text: str, salt: str) -> str:
    """Returns the key of a purged item: it holds a salted hash of the object, and no word of it.

    Only what says the same of the same object is recognized by it, since a hash has no words that
    could be compared.
    """
    return f"{kind}:{scope}:{_HASHED}{salt}${_hash(salt, text)}"


def _hash(salt: str, text: str) -> str:
    return derived_id(salt, " ".join(stems(object_of(text)) or [object_of(text)]))


def _is_hash_of(words: str, text: str) -> bool:
    salt, dollar, digest = words.removeprefix(_HASHED).partition("$")
    return words.startswith(_HASHED) and bool(dollar) and _hash(salt, text) == digest


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
    """Returns whether the user deleted an item that says the same of the same object."""
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
    again = (known or Forgotten(keys)).like(kind, scope, text)
    return [entry for entry in keys if entry not in again] if again else keys


class Forgotten:
    """Keys with their indexes, which are built once and go with the request that needs them."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._keys = tuple(keys)
        self._indexes: dict[str, Index] = {}
        self._hashed: dict[str, list[str]] = {}

    def has(self, kind: str, scope: str, text: str) -> bool:
        """Returns whether the user deleted an item that says the same of the same object."""
        return bool(self.like(kind, scope, text))

    def like(self, kind: str, scope: str, text: str) -> set[str]:
        """Returns the keys of the items that say the same of the same object."""
        prefix = f"{kind}:{scope}:"
        if prefix not in self._indexes:
            texts = [key.removeprefix(prefix) for key in self._keys if key.startswith(prefix)]
            self._hashed[prefix] = [words for words in texts if words.startswith(_HASHED)]
            plain = [words for words in texts if not words.startswith(_HASHED)]
            against = scope == PreferenceType.DISLIKE
            self._indexes[prefix] = Index(plain, against=against)
        hashed = (words for words in self._hashed[prefix] if _is_hash_of(words, text))
        return {prefix + words for words in (*hashed, *self._indexes[prefix].like(text))}

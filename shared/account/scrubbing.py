"""Removes words from stored JSON, to the letter. Pure.

A word that is removed leaves "…" in the text around it, which is never longer than what it was.
Items that are purged, and quotes that hold purged words, go as a whole. Deltas of the changelog are
changed in the same way as the versions that they lead to, so that those can still be rebuilt. Ids,
times, and words of ours, such as the type of a preference, stay.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from shared.account.purged_facts import delta_without, levels_of, place_of
from shared.base.deltas import as_text
from shared.profile.forgotten import KINDS, hashed_key

GONE = "…"
_TOKEN = re.compile(r"\w+|[^\w\s]")
"""A word or a sign."""
_OURS = frozenset(
    {
        *("id", "by", "tier", "type", "kind", "role", "slot", "does", "state", "status", "source"),
        *("action", "changeType", "outcome", "reason", "trigger", "ageing", "overall", "why"),
        *("at", "until", "timestamp", "firstSeen", "lastSeen", "lastUpdated"),
        *("lastUsed", "lastUsedThrough"),
        *("validFrom", "validTo", "lastAnalyzed", "lastDecay", "supersededBy", "replacedBy"),
        *("tone", "detailLevel", "contests", "request"),
    }
)
"""Keys whose values are not the user's words; so are those that end in "At" and "Id"."""


class Scrubber:
    """Removes texts, as whole words, whatever their case and white space."""

    def __init__(
        self,
        texts: Collection[str],
        ids: Collection[str],
        salt: str,
        paths: Collection[str] = (),
    ) -> None:
        """Removes these texts, the items with these ids, and the facts at these paths.

        `salt` is that of the user's forgotten keys; see `hashed_key`.
        """
        self._ids = frozenset(ids)
        self._paths = frozenset(paths)
        self._levels = levels_of(paths)
        self._salt = salt
        self._forms: dict[str, list[list[str]]] = {}
        for text in sorted(set(texts), key=len, reverse=True):
            tokens = _TOKEN.findall(text.casefold())
            if tokens:
                self._forms.setdefault(tokens[0], []).append(tokens)

    def text(self, text: str) -> str:
        """Returns a text without the words; a key of what was deleted becomes a hashed one."""
        places = list(self._places(text))
        if not places:
            return text
        kind, _, rest = text.partition(":")
        scope, colon, words = rest.partition(":")
        if kind in KINDS and colon:
            return hashed_key(kind, scope, words, self._salt)
        last, parts = 0, list[str]()
        for start, end in places:
            parts += [text[last:start], GONE]
            last = end
        return "".join([*parts, text[last:]])

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        """Yields where the words are, from the start of each to its end; the longest come first."""
        if not self._forms:
            return
        found = list(_TOKEN.finditer(text))
        words = [match[0].casefold() for match in found]
        place = 0
        while place < len(words):
            forms = self._forms.get(words[place], ())
            sizes = (len(form) for form in forms if words[place : place + len(form)] == form)
            size = next(sizes, 0)
            if size:
                yield found[place].start(), found[place + size - 1].end()
            place += size or 1

    def value(self, value: Any, key: str = "") -> Any:
        """Returns JSON without the words, purged items, and quotes that hold the words.

        `key` is what the JSON stands under.
        """
        if isinstance(value, str):
            return value if _is_ours(key) and " " not in value else self.text(value)
        if isinstance(value, Mapping):
            if key == "domains":
                return {self.text(name): level for name, level in value.items()}
            return {self.text(name): self.value(item, name) for name, item in value.items()}
        if isinstance(value, list):
            return [self.value(item) for item in value if not self._is_gone(item, key)]
        return value

    def undo(self, undo: str) -> str | None:
        """Returns a delta as the changelog stores it; None if it cannot be read."""
        try:
            delta = json.loads(undo)
            for path in self._paths:
                delta = delta_without(delta, place_of(path))
            return as_text(self._delta(delta))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None

    def _is_gone(self, item: Any, key: str = "") -> bool:
        if key == "declared" and item in self._levels:
            return True
        if isinstance(item, str):
            return item in self._paths or self._is_only_words(item)
        if not isinstance(item, Mapping):
            return False
        if item.get("id") in self._ids or item.get("path") in self._paths:
            return True
        if self._is_only_words(item.get("name" if "id" not in item else "")):
            return True
        if "path" in item and self._is_only_words(item.get("value")):
            return True
        quote = item.get("quote") if "promptId" in item and "outcome" not in item else None
        return isinstance(quote, str) and self.text(quote) != quote

    def _is_only_words(self, item: Any) -> bool:
        return isinstance(item, str) and item != GONE and self.text(item) == GONE

    def _delta(self, node: Mapping[str, Any], key: str = "") -> dict[str, Any]:
        if "=" in node:
            return {"=": self.value(node["="], key)}
        changes = node.get("~", {}).items()
        if "by" not in node:
            parts = {
                "-": [self.text(key) for key in node.get("-", ())],
                "+": self.value(node.get("+", {})),
                "~": {
                    self.text(name): delta if _is_ours(name) else self._delta(delta, name)
                    for name, delta in changes
                },
            }
            return {sign: part for sign, part in parts.items() if part}
        by = node["by"]
        named = [(self._name(by, name, key), delta) for name, delta in changes]
        lists = {
            part: [
                kept
                for name in node.get(part, ())
                if (kept := self._name(by, name, key)) is not None
            ]
            for part in ("-", "order")
        }
        parts = {
            "-": lists["-"],
            "~": {name: self._delta(delta) for name, delta in named if name is not None},
            "order": lists["order"],
            "+": [
                [place, self.value(item)]
                for place, item in node.get("+", ())
                if not self._is_gone(item, key)
            ],
        }
        return {"by": by} | {sign: part for sign, part in parts.items() if part}

    def _name(self, by: str, name: str, key: str) -> str | None:
        """Returns the name of a list's item; None if the item is gone."""
        if by == "id":
            return None if name in self._ids else name
        if by != "value":
            return None if self._is_gone(name, key) else self.text(name)
        item = json.loads(name)
        if self._is_gone(item):
            return None
        return json.dumps(self.value(item), ensure_ascii=False, sort_keys=True)


def _is_ours(key: str) -> bool:
    return key in _OURS or key.endswith(("At", "Id"))


def words_of(value: Any, ids: Collection[str]) -> Iterator[str]:
    """Yields what items with these ids said: descriptions, steps and quotes, anywhere in JSON."""
    if isinstance(value, list):
        for item in value:
            yield from words_of(item, ids)
    if not isinstance(value, Mapping):
        return
    if value.get("id") in ids or value.get("itemId") in ids:
        yield from said_in(value)
    for key, item in value.items():
        if key in ids:  # a delta of the item
            yield from said_in(item)
        else:
            yield from words_of(item, ids)


def said_in(value: Any) -> Iterator[str]:
    """Yields the descriptions, steps and quotes in JSON, and in deltas of it."""
    if isinstance(value, str) and value.startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return
    if isinstance(value, list):
        for item in value:
            yield from said_in(item)
    if not isinstance(value, Mapping):
        return
    for key, item in value.items():
        if key == "steps":
            yield from _texts_in(item)
        elif key in ("description", "quote"):
            words = item.get("=") if isinstance(item, Mapping) else item
            if isinstance(words, str):
                yield words
        else:
            yield from said_in(item)


def _texts_in(value: Any) -> Iterator[str]:
    """Yields the texts of a list, or of a delta of one."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _texts_in(item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            if key != "by":
                yield from _texts_in(item)

"""Recognizes the format of data by its content."""

import re
from collections.abc import Mapping
from typing import Any

from shared.transfer.conversations import chatgpt, claude
from shared.transfer.conversations.memories import is_mem0, text_of_claude
from shared.transfer.formats import Format

_FACTS = frozenset(
    {"bio", "work", "codePreferences", "tools", "interests", "custom", "name", "timezone"}
)
_TURNS = re.compile(r"[\w.@-]{1,128}:\d{1,9}")
_LISTS = ("preferences", "memories", "sessions", "entries", "changelog", "rows", "data")
"""Keys under which a file may wrap its list of rows."""


def format_of(value: Any) -> Format | None:
    """The format of parsed data; None if it is of no known format."""
    foreign = _of_other_products(value)
    if foreign:
        return foreign
    if isinstance(value, list):
        first = next((item for item in value if isinstance(item, Mapping)), None)
        if first is None:
            return Format.MEMORIES if value and isinstance(value[0], str) else None
        return _of_row(first)
    return _of_object(value) if isinstance(value, Mapping) else None


def is_processed_turns(text: str) -> bool:
    """Whether each line of a text has the form `session_id:count`."""
    lines = [line for line in text.splitlines() if line.strip()]
    return bool(lines) and all(_TURNS.fullmatch(line.strip()) for line in lines)


def rows_of(value: Any) -> Any:
    """The rows, if the value is an object that only wraps them; otherwise the value itself."""
    if isinstance(value, Mapping) and _of_whole_object(value) is None:
        for name in _LISTS:
            if isinstance(value.get(name), list):
                return value[name]
    return value


def legacy_facts(value: Any) -> list[Any] | None:
    """The facts of a legacy profile, and the memories beside it; None for anything else.

    The profile, `{"static": […], "dynamic": […]}`, may be wrapped in an object.
    """
    if not isinstance(value, Mapping):
        return None
    wrapped = value.get("profile")
    profile = wrapped if isinstance(wrapped, Mapping) else value
    if not {"static", "dynamic"} & set(profile):
        return None
    parts = [profile.get("static") or [], profile.get("dynamic") or [], value.get("memories") or []]
    if not all(isinstance(part, list) for part in parts):
        return None
    return [fact for part in parts for fact in part]


def _of_other_products(value: Any) -> Format | None:
    first = value[0] if isinstance(value, list) and value else value
    if chatgpt.is_conversation(first):
        return Format.CHATGPT
    if claude.is_conversation(first):
        return Format.CLAUDE
    if is_mem0(value):
        return Format.MEM0
    return Format.SAVED_MEMORIES if text_of_claude(value) else None


def _of_object(value: Mapping[str, Any]) -> Format | None:
    rows = rows_of(value)
    # A log of one line parses as an object, which is a row by itself.
    return _of_whole_object(value) or (_of_row(value) if rows is value else format_of(rows))


def _of_whole_object(value: Mapping[str, Any]) -> Format | None:
    if value.get("format") == Format.REKINDLE:
        return Format.REKINDLE
    if legacy_facts(value) is not None:
        return Format.MEMORIES
    if "sessionId" in value and ("tasks" in value or "startedAt" in value):
        return Format.SESSION
    preferences = value.get("preferences")
    if isinstance(preferences, list) and any(_has(item, "path") for item in preferences):
        return Format.PROFILE_META
    if "lastDecay" in value and preferences == []:
        return Format.PROFILE_META
    if _FACTS & set(value) and not _has(value, "content", "memory"):
        return Format.PROFILE
    if "schemaVersion" in value and "lastUpdated" in value:
        return Format.PROFILE
    return None


def _of_row(row: Mapping[str, Any]) -> Format | None:
    if _has(row, "preference_type", "preference_value"):
        return Format.PREFERENCES
    if "sessionId" in row:
        return Format.SESSION
    if "changes" in row or ("action" in row and "timestamp" in row):
        return Format.CHANGELOG
    if "memory" in row or "tier" in row:
        return Format.USER_MEMORIES
    if _has(row, "content", "summary", "text", "fact"):
        return Format.MEMORIES
    return None


def _has(value: Any, *names: str) -> bool:
    return isinstance(value, Mapping) and any(name in value for name in names)

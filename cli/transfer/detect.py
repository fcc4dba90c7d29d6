"""Which format some data has, by what it holds."""

from collections.abc import Mapping
from typing import Any

from cli.transfer import source

_FACTS = frozenset(
    {"bio", "work", "codePreferences", "tools", "interests", "custom", "name", "timezone"}
)
_LISTS = ("preferences", "memories", "sessions", "entries", "changelog", "rows", "data")
"""Keys under which systems wrap a list of rows."""


def format_of(value: Any) -> str | None:
    """The format of parsed data; None where nothing fits."""
    if isinstance(value, list):
        first = next((item for item in value if isinstance(item, Mapping)), None)
        if first is None:
            return source.MEMORIES if value and isinstance(value[0], str) else None
        return _of_row(first)
    return _of_object(value) if isinstance(value, Mapping) else None


def rows_of(value: Any) -> Any:
    """The rows, where an object only wraps a list of them; else the value itself."""
    if isinstance(value, Mapping) and _of_whole_object(value) is None:
        for name in _LISTS:
            if isinstance(value.get(name), list):
                return value[name]
    return value


def older_facts(value: Any) -> list[str] | None:
    """The facts of the older profile, `{"static": […], "dynamic": […]}`; None for anything else."""
    if isinstance(value, Mapping) and isinstance(value.get("profile"), Mapping):
        value = value["profile"]
    if not isinstance(value, Mapping) or not {"static", "dynamic"} & set(value):
        return None
    parts = [value.get("static") or [], value.get("dynamic") or []]
    if not all(isinstance(part, list) for part in parts):
        return None
    return [fact for part in parts for fact in part]


def _of_object(value: Mapping[str, Any]) -> str | None:
    rows = rows_of(value)
    # A log of one line looks like an object: a row on its own.
    return _of_whole_object(value) or (_of_row(value) if rows is value else format_of(rows))


def _of_whole_object(value: Mapping[str, Any]) -> str | None:
    if value.get("format") == source.REKINDLE:
        return source.REKINDLE
    if older_facts(value) is not None:
        return source.MEMORIES
    if "sessionId" in value and ("tasks" in value or "startedAt" in value):
        return source.SESSION
    preferences = value.get("preferences")
    if isinstance(preferences, list) and any(_has(item, "path") for item in preferences):
        return source.PROFILE_META
    if "lastDecay" in value and preferences == []:
        return source.PROFILE_META
    if _FACTS & set(value) and not _has(value, "content", "memory"):
        return source.PROFILE
    if "schemaVersion" in value and "lastUpdated" in value:
        return source.PROFILE
    return None


def _of_row(row: Mapping[str, Any]) -> str | None:
    if _has(row, "preference_type", "preference_value"):
        return source.PREFERENCES
    if "sessionId" in row:
        return source.SESSION
    if "changes" in row or ("action" in row and "timestamp" in row):
        return source.CHANGELOG
    if "memory" in row or "tier" in row:
        return source.USER_MEMORIES
    if _has(row, "content", "summary", "text"):
        return source.MEMORIES
    return None


def _has(value: Any, *names: str) -> bool:
    return isinstance(value, Mapping) and any(name in value for name in names)

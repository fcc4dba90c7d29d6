"""Reads the formats of legacy systems into Rekindle's models.

Their contents were said or learned elsewhere, so there are no prompts as evidence. Preferences and
facts therefore count as stated by the user: they do not fade, and the user can remove them.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field

from shared.base.errors import InvalidArgument
from shared.base.fields import (
    MAX_LABEL,
    MAX_SENTENCE,
    MAX_TAGS,
    Count,
    Identifier,
    Label,
    LeafPath,
    ProjectPath,
    Text,
)
from shared.base.ids import derived_id
from shared.base.model import EARLIEST, LATEST, Confidence, Model, Timestamp
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated
from shared.documents.about import About
from shared.documents.changelog import MAX_REMOVED
from shared.documents.memory import Tier
from shared.documents.profile import Preference, PreferenceType
from shared.documents.sessions import (
    MAX_AGE,
    MAX_DECISIONS,
    MAX_NOTES,
    MAX_TASKS,
    Session,
    SessionDecision,
    Task,
)
from shared.memory.rules import NewEntry
from shared.transfer.checks import MAX_IMPORTED
from shared.transfer.profile_items import valid_about
from shared.transfer.report import Report

_NO = ("false", "0", "f", "no")
_LINE = 300
"""No line of .processed_turns is longer than this, in characters."""
_TIME = 64
"""No number and no time is longer than this, in characters."""
_METADATA = 20_000
_NOTE = 1000
"""Characters of metadata that are read as JSON, and that are kept of it otherwise."""
_READ = 1000
"""The most decisions and notes of a session file; the newest are kept."""
_MILLISECONDS_FROM = 10_000_000_000
"""Larger numbers are milliseconds since 1970, as in JavaScript; smaller ones are seconds."""


class PathMeta(Model):
    """A line of profile-meta.json (S-5, S-22)."""

    path: LeafPath
    first_seen: Timestamp
    last_seen: Timestamp
    confidence: Confidence
    seen_count: Annotated[Count, Field(ge=1)] = 1


class AuditLine(Model):
    """A line of changelog.jsonl (S-8, S-22)."""

    timestamp: Timestamp
    session_id: Identifier | None = Field(default=None, alias="session_id")
    action: Label
    source: Label
    changes: dict[str, Any] = {}
    removed: Annotated[list[LeafPath], Field(max_length=MAX_REMOVED)] = []


class _LegacySession(Model):
    """sessions/*.json (S-12, S-22)."""

    session_id: Identifier
    project_path: ProjectPath | None = None
    started_at: Timestamp
    last_active_at: Timestamp
    summary: Text | None = None
    tasks: Annotated[list[Task], Field(max_length=MAX_TASKS)] = []
    decisions: Annotated[list[SessionDecision], Field(max_length=_READ)] = []
    context: Annotated[list[Text], Field(max_length=_READ)] = []
    processed_turns: Count = 0


def about_of(profile: Any, report: Report) -> About:
    """Returns the facts of a profile.json; reports those that are invalid.

    Raises:
        InvalidArgument: it is not an object, or contains a secret.
    """
    if not isinstance(profile, Mapping):
        raise InvalidArgument.field("data", "must be the JSON object of a profile.json")
    facts = {
        key: value
        for key, value in profile.items()
        if key not in ("userId", "schemaVersion", "lastUpdated") and value is not None
    }
    known = {field.alias or name for name, field in About.model_fields.items()}
    extra = {key: value for key, value in facts.items() if key not in known}
    kept = {key: value for key, value in facts.items() if key in known}
    if extra:
        custom = kept.get("custom", {})
        kept["custom"] = {**extra, **(custom if isinstance(custom, Mapping) else {})}
    return valid_about(kept, report)


def session_of(item: Any) -> Session:
    """Returns the session of a sessions/*.json.

    Raises:
        InvalidArgument: it does not have that form.
    """
    legacy = validated(_LegacySession, item)
    return Session(
        id=legacy.session_id,
        expires_at=legacy.last_active_at + MAX_AGE,
        decisions=legacy.decisions[-MAX_DECISIONS:],
        context=legacy.context[-MAX_NOTES:],
        **legacy.model_dump(
            include={
                "project_path",
                "started_at",
                "last_active_at",
                "summary",
                "tasks",
                "processed_turns",
            }
        ),
    )


class ProcessedTurns(Model):
    """A line of .processed_turns, `session_id:count` (S-17, S-22)."""

    session_id: Identifier
    turns: Annotated[int, Field(ge=0, le=MAX_IMPORTED)]


def processed_turns_of(line: Any) -> ProcessedTurns:
    """Returns a line of .processed_turns.

    Raises:
        InvalidArgument: it does not have that form, or contains a secret.
    """
    session_id, colon, turns = _text(line)[:_LINE].strip().rpartition(":")
    if not colon or not turns.strip().isdecimal():
        raise InvalidArgument.field("line", "must have the form session_id:count")
    refuse_secrets(session_id, "session_id")
    return validated(ProcessedTurns, {"session_id": session_id.strip(), "turns": turns.strip()})


def preference_of(uid: str, row: Any, now: datetime) -> Preference:
    """Returns the preference of a row of `user_preferences` (F-3).

    Raises:
        InvalidArgument: it does not have that form, or contains a secret.
    """
    if not isinstance(row, Mapping):
        raise InvalidArgument.field("row", "must be an object")
    type_, value = _text(row.get("preference_type")), _text(row.get("preference_value"))
    if not value.strip():
        raise InvalidArgument.field("preference_value", "must not be empty")
    try:
        type_ = PreferenceType(type_)
    except ValueError as error:
        raise InvalidArgument.field(
            "preference_type", f"must be one of {', '.join(PreferenceType)}"
        ) from error
    metadata = row.get("metadata") or {}
    if isinstance(metadata, str):
        metadata = _object(metadata)
    confidence = _number(row.get("confidence"), 0.9)
    last_used = row.get("last_used")
    preference = validated(
        Preference,
        {
            "id": derived_id("imported", uid, type_, value),
            "type": type_,
            "description": value.strip()[:MAX_SENTENCE],
            "confidence": confidence,
            "base_confidence": confidence,
            "context": _text(row.get("context"))[:MAX_SENTENCE],
            "source": "manual",
            "active": _text(row.get("is_active", True)).lower() not in _NO,
            "created_at": min(time_of(row.get("created_at"), now), now),
            "last_updated": min(time_of(row.get("updated_at"), now), now),
            "last_used": min(time_of(last_used, now), now) if last_used else None,
            "metadata": metadata if isinstance(metadata, dict) else {},
        },
    )
    refuse_secrets([preference.description, preference.context], "preference_value")
    refuse_secrets(preference.metadata, "metadata")
    return preference


def memory_of(item: Any, now: datetime) -> NewEntry:
    """Returns the note of a user-scoped memory (P-38), for the archive.

    Raises:
        InvalidArgument: it has no text.
    """
    content, item = _text_of(item, ("content", "memory", "text", "fact"))
    given = item.get("tags")
    tags = given[:MAX_TAGS] if isinstance(given, list) else []
    return NewEntry(
        content=content,
        target=Tier.ARCHIVE,
        source="system",
        tags=[tag for given in tags if (tag := visible(_text(given)[:MAX_LABEL]).strip())],
        created_at=_past(item.get("createdAt", item.get("created_at")), now),
    )


def row_of(item: Any, now: datetime) -> NewEntry:
    """Returns the note of a row of `user_memories` (T-3); without a tier, that is `memory`.

    Raises:
        InvalidArgument: it has no text.
    """
    content, item = _text_of(item, ("memory", "content", "text"))
    target = Tier.USER if item.get("tier") == "user" else Tier.MEMORY
    return NewEntry(
        content=content,
        target=target,
        source="system",
        created_at=_past(item.get("created_at", item.get("createdAt")), now),
    )


def time_of(value: Any, default: datetime) -> datetime:
    """Parses a time of a legacy system: ISO 8601, a database's format, or a number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value / 1000 if value > _MILLISECONDS_FROM else value
        if not EARLIEST.timestamp() <= seconds <= LATEST.timestamp():
            return default
        return datetime.fromtimestamp(seconds, UTC)
    try:
        time = datetime.fromisoformat(_text(value)[:_TIME].strip().replace(" ", "T", 1))
    except ValueError:
        return default
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    # Compares before converting, because the conversion of an extreme time overflows.
    return time.astimezone(UTC) if EARLIEST <= time <= LATEST else default


def _past(value: Any, now: datetime) -> datetime | None:
    return min(time_of(value, now), now) if value else None


def _text_of(item: Any, fields: tuple[str, ...]) -> tuple[str, Mapping[str, Any]]:
    if isinstance(item, str):
        return item, {}
    if not isinstance(item, Mapping):
        raise InvalidArgument.field("row", "must be an object or a string")
    text = next((item[name] for name in fields if isinstance(item.get(name), str)), None)
    if text is None:
        raise InvalidArgument.field(fields[0], "is required")
    return text, item


def _object(text: str) -> Any:
    try:
        return json.loads(text) if len(text) <= _METADATA else {"note": text[:_NOTE]}
    except (ValueError, RecursionError):
        return {"note": text[:_NOTE]}


def _text(value: Any) -> str:
    """Returns a value of a column as text; a database may hold a number or a flag instead."""
    return str(value) if isinstance(value, str | int | float) and value is not None else ""


def _number(value: Any, default: float) -> float:
    try:
        number = float(value) if isinstance(value, int | float) else float(_text(value)[:_TIME])
    except (ValueError, OverflowError):
        return default
    return min(1.0, max(0.0, number)) if number == number else default

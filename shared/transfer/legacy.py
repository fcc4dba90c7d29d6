"""Reads the formats of legacy systems into Rekindle's models.

Their contents were said or learned elsewhere, so there are no prompts as evidence. Preferences and
facts therefore count as stated by the user: they do not fade, and the user can remove them.
"""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import Field

from shared.base.errors import InvalidArgument
from shared.base.ids import derived_id, problem_with
from shared.base.model import Confidence, Model, Timestamp
from shared.base.safety.secrets import refuse_secrets
from shared.base.validation import validated
from shared.documents.about import About
from shared.documents.memory import Tier
from shared.documents.profile import Preference, PreferenceType
from shared.documents.sessions import (
    MAX_AGE,
    MAX_DECISIONS,
    MAX_NOTES,
    Session,
    SessionDecision,
    Task,
)
from shared.memory.rules import NewEntry

_MILLISECONDS_FROM = 10_000_000_000
"""Larger numbers are milliseconds since 1970, as in JavaScript; smaller ones are seconds."""


class PathMeta(Model):
    """A line of profile-meta.json (S-5, S-22)."""

    path: str
    first_seen: Timestamp
    last_seen: Timestamp
    confidence: Confidence
    seen_count: int = Field(default=1, ge=1)


class AuditLine(Model):
    """A line of changelog.jsonl (S-8, S-22)."""

    timestamp: Timestamp
    session_id: str | None = Field(default=None, alias="session_id")
    action: str
    source: str
    changes: dict[str, Any] = {}
    removed: list[str] = []


class _LegacySession(Model):
    """sessions/*.json (S-12, S-22)."""

    session_id: str
    project_path: str | None = None
    started_at: Timestamp
    last_active_at: Timestamp
    summary: str | None = None
    tasks: list[Task] = []
    decisions: list[SessionDecision] = []
    context: list[str] = []
    processed_turns: int = Field(default=0, ge=0)


def about_of(profile: Any) -> About:
    """Returns the facts of a profile.json.

    Raises:
        InvalidArgument: it does not have that form, or contains a secret.
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
        kept["custom"] = {**extra, **kept.get("custom", {})}
    about = validated(About, kept)
    refuse_secrets(facts, "data")
    return about


def session_of(item: Any) -> Session:
    """Returns the session of a sessions/*.json.

    Raises:
        InvalidArgument: it does not have that form, or contains a secret.
    """
    legacy = validated(_LegacySession, item)
    if problem_with(legacy.session_id):
        raise InvalidArgument.field("sessionId", problem_with(legacy.session_id) or "")
    refuse_secrets(legacy.model_dump(mode="json"), "session")
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


def preference_of(uid: str, row: Any, now: datetime) -> Preference:
    """Returns the preference of a row of `user_preferences` (F-3).

    Raises:
        InvalidArgument: it does not have that form, or contains a secret.
    """
    if not isinstance(row, Mapping):
        raise InvalidArgument.field("row", "must be an object")
    type_, value = str(row.get("preference_type") or ""), str(row.get("preference_value") or "")
    if not value.strip():
        raise InvalidArgument.field("preference_value", "must not be empty")
    if type_ not in list(PreferenceType):
        raise InvalidArgument.field(
            "preference_type", f"must be one of {', '.join(PreferenceType)}"
        )
    context = str(row.get("context") or "")[:500]
    metadata = row.get("metadata") or {}
    if isinstance(metadata, str):
        metadata = _object(metadata)
    refuse_secrets({"preference_value": value, "context": context, "metadata": metadata}, "row")
    confidence = _number(row.get("confidence"), 0.9)
    last_used = row.get("last_used")
    return Preference(
        id=derived_id("imported", uid, type_, value),
        type=PreferenceType(type_),
        description=value.strip()[:500],
        confidence=confidence,
        base_confidence=confidence,
        context=context,
        source="manual",
        active=str(row.get("is_active", True)).lower() not in ("false", "0", "f", "no"),
        created_at=min(time_of(row.get("created_at"), now), now),
        last_updated=min(time_of(row.get("updated_at"), now), now),
        last_used=min(time_of(last_used, now), now) if last_used else None,
        metadata=metadata if isinstance(metadata, dict) else {},
    )


def memory_of(item: Any, now: datetime) -> NewEntry:
    """Returns the note of a user-scoped memory (P-38), for the archive.

    Raises:
        InvalidArgument: it has no text.
    """
    content, item = _text_of(item, ("content", "memory", "text", "fact"))
    tags = [str(tag)[:200] for tag in item.get("tags") or () if str(tag).strip()]
    return NewEntry(
        content=content,
        target=Tier.ARCHIVE,
        source="system",
        tags=tags[:20],
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
        try:
            return datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, ValueError, OSError):
            return default
    try:
        time = datetime.fromisoformat(str(value or "").strip().replace(" ", "T", 1))
    except ValueError:
        return default
    return time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)


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
        return json.loads(text)
    except ValueError:
        return {"note": text}


def _number(value: Any, default: float) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        return default
    return min(1.0, max(0.0, number)) if number == number else default

"""The formats of the systems that came before, each read into what it means here.

What they hold was said or learned elsewhere, with no prompt here to prove it. So preferences and
facts count as the user's own word: they do not fade, and the user can see and remove each.
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
from shared.documents.sessions import MAX_AGE, MAX_DECISIONS, MAX_NOTES, Decision, Session, Task
from shared.memory.rules import NewEntry

_MILLISECONDS_FROM = 10_000_000_000
"""Numbers above this are milliseconds since 1970, as JavaScript counts; below, seconds."""


class PathMeta(Model):
    """A line of profile-meta.json (Data Schemas seed, `PreferenceMeta`)."""

    path: str
    first_seen: Timestamp
    last_seen: Timestamp
    confidence: Confidence
    seen_count: int = Field(default=1, ge=1)


class AuditLine(Model):
    """A line of changelog.jsonl (Data Schemas seed, `ChangelogEntry`)."""

    timestamp: Timestamp
    session_id: str | None = Field(default=None, alias="session_id")
    action: str
    source: str
    changes: dict[str, Any] = {}
    removed: list[str] = []


class _OldSession(Model):
    """sessions/*.json (Data Schemas seed, `SessionProgress`)."""

    session_id: str
    project_path: str | None = None
    started_at: Timestamp
    last_active_at: Timestamp
    summary: str | None = None
    tasks: list[Task] = []
    decisions: list[Decision] = []
    context: list[str] = []
    processed_turns: int = Field(default=0, ge=0)


def about_of(profile: Any) -> About:
    """The facts of a profile.json.

    Raises:
        InvalidArgument: it has not that form, or holds a secret.
    """
    if not isinstance(profile, Mapping):
        raise InvalidArgument.field("data", "must be a profile.json, one JSON object")
    facts = {
        key: value
        for key, value in profile.items()
        if key not in ("userId", "schemaVersion", "lastUpdated") and value is not None
    }
    refuse_secrets(facts, "data")
    known = {field.alias or name for name, field in About.model_fields.items()}
    extra = {key: value for key, value in facts.items() if key not in known}
    kept = {key: value for key, value in facts.items() if key in known}
    if extra:
        kept["custom"] = {**extra, **kept.get("custom", {})}
    return validated(About, kept)


def session_of(item: Any) -> Session:
    """A session of a sessions/*.json.

    Raises:
        InvalidArgument: it has not that form, or holds a secret.
    """
    old = validated(_OldSession, item)
    if problem_with(old.session_id):
        raise InvalidArgument.field("sessionId", problem_with(old.session_id) or "")
    refuse_secrets(old.model_dump(mode="json"), "session")
    return Session(
        id=old.session_id,
        expires_at=old.last_active_at + MAX_AGE,
        decisions=old.decisions[-MAX_DECISIONS:],
        context=old.context[-MAX_NOTES:],
        **old.model_dump(
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
    """A preference of a row of `user_preferences` (Preference seed, "Database Schema").

    Raises:
        InvalidArgument: it has not that form, or holds a secret.
    """
    if not isinstance(row, Mapping):
        raise InvalidArgument.field("row", "must be an object")
    type_, value = str(row.get("preference_type") or ""), str(row.get("preference_value") or "")
    if not value.strip():
        raise InvalidArgument.field("preference_value", "must not be empty")
    if type_ not in list(PreferenceType):
        raise InvalidArgument.field("preference_type", f"is none of {', '.join(PreferenceType)}")
    context = str(row.get("context") or "")[:500]
    refuse_secrets([value, context], "preference_value")
    metadata = row.get("metadata") or {}
    if isinstance(metadata, str):
        metadata = _object(metadata)
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
    """A note of a user-scoped memory (User Profile seed), which was searched and not injected.

    Raises:
        InvalidArgument: there is no text in it.
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
    """A note of a row of `user_memories` (tiers seed), which had no tier before: `memory`.

    Raises:
        InvalidArgument: there is no text in it.
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
    """A time as the older systems wrote it: ISO 8601, a database's form, or a number."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        seconds = value / 1000 if value > _MILLISECONDS_FROM else value
        try:
            return datetime.fromtimestamp(seconds, UTC)
        except (OverflowError, ValueError, OSError):
            return default
    try:
        moment = datetime.fromisoformat(str(value or "").strip().replace(" ", "T", 1))
    except ValueError:
        return default
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _past(value: Any, now: datetime) -> datetime | None:
    return min(time_of(value, now), now) if value else None


def _text_of(item: Any, fields: tuple[str, ...]) -> tuple[str, Mapping[str, Any]]:
    if isinstance(item, str):
        return item, {}
    if not isinstance(item, Mapping):
        raise InvalidArgument.field("row", "must be an object or a text")
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

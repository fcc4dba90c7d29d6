"""The rules for saving a note. They are pure; `MemoryService` applies them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.base.repeats import Keyed
from shared.base.safety.invisible import visible
from shared.base.safety.private import without_private
from shared.base.safety.secrets import LONGEST, redact
from shared.documents.memory import MAX_CONTENT, MemoryEntry, Origin, Part, Role, Tier
from shared.documents.settings import Settings
from shared.memory.splitting import LONGEST_NOTE, cut_at
from shared.memory.tiers import check_open


@dataclass(frozen=True)
class NewEntry:
    """A note to save.

    `created_at` must not be in the future, `expires_at` must be. `scope` is the deprecated form of
    `target` and is always refused. A `suspect` note waits for the user's word. `keyed` is the
    request, if it has an idempotency key.
    """

    content: str
    target: Tier = Tier.MEMORY
    id: str | None = None
    source: Origin = "explicit"
    thread_id: str | None = None
    role: Role | None = None
    part: Part | None = None
    tags: Sequence[str] = ()
    confidence: Literal["high", "medium"] = "high"
    created_at: datetime | None = None
    expires_at: datetime | None = None
    scope: str | None = None
    suspect: bool = False
    keyed: Keyed | None = None


def entry_of(
    id_: str, content: str, new: NewEntry, settings: Settings, now: datetime
) -> MemoryEntry:
    """Returns the entry to store for `new`."""
    return MemoryEntry(
        id=id_,
        tier=new.target,
        content=content,
        source=new.source,
        thread_id=new.thread_id,
        role=new.role,
        part=new.part,
        tags=list(dict.fromkeys(new.tags)),
        confidence=new.confidence,
        created_at=new.created_at or now,
        updated_at=now,
        expires_at=expiry_of(new, now, settings),
        request=new.keyed.body if new.keyed and new.keyed.id == id_ else None,
    )


def checked_content(content: str, limit: int = MAX_CONTENT) -> str:
    """Returns the content as it will be stored.

    Args:
        content: what the client sent.
        limit: the most characters that it may have.

    Raises:
        InvalidArgument: it is empty, too long, or contains a secret.
    """
    # Nothing looks into what is far too long.
    text = content if len(content) > LONGEST else without_private(visible(content)).strip()
    if not text:
        problem = "is all private, so nothing was saved" if content.strip() else "must not be empty"
        raise InvalidArgument.field("content", problem)
    if len(text) > limit:
        at = cut_at(text)
        problem = (
            f"has {len(text):,} characters; the limit is {limit:,}. Shorten it, cut it after "
            f"character {at:,}, or save it with split: true, which takes up to {LONGEST_NOTE:,}."
        )
        detail = {"reason": "INVALID_FIELD", "field": "content", "message": problem, "cutAt": at}
        raise InvalidArgument(f"content {problem}", [detail])
    found = redact(text).found
    if found:
        raise InvalidArgument.field(
            "content",
            f"contains a secret ({found[0]}), which is never stored. Remove it and retry.",
            reason="UNSAFE_CONTENT",
        )
    return text


def check_scope(new: NewEntry) -> None:
    """Refuses the deprecated `scope` (P-36).

    Raises:
        InvalidArgument: the note has a scope.
    """
    if new.scope is not None:
        raise InvalidArgument(
            "User-scoped memories are deprecated. Use target: memory, user or archive. The "
            "profile of the user is learned automatically.",
            [{"reason": "SCOPE_DEPRECATED", "field": "scope"}],
        )


def check_times(created: datetime | None, expires: datetime | None, now: datetime) -> None:
    """Refuses invalid times.

    Raises:
        InvalidArgument: the note was created in the future, or has already expired.
    """
    # Allow a minute, since client clocks are often off.
    if created and created > now + timedelta(minutes=1):
        raise InvalidArgument.field("createdAt", "must not be in the future")
    if expires and expires <= now:
        raise InvalidArgument.field("expiresAt", "must be in the future")


def check_enabled(settings: Settings, tier: Tier) -> None:
    """Refuses a write to a tier that is switched off, for all or for this agent.

    Raises:
        FailedPrecondition: the tier is off; says how to switch it on.
    """
    check_open(settings, tier)
    enabled = {
        Tier.MEMORY: settings.memory_enabled,
        Tier.USER: settings.user_profile_enabled,
        Tier.ARCHIVE: True,
    }[tier]
    if not enabled:
        switch = "memoryEnabled" if tier is Tier.MEMORY else "userProfileEnabled"
        raise FailedPrecondition(
            f"The {tier} tier is switched off, so nothing was saved. Switch it on with {switch} "
            "in the settings, or save to the archive.",
            [{"reason": "TIER_DISABLED", "target": tier}],
        )


def expiry_of(new: NewEntry, now: datetime, settings: Settings) -> datetime | None:
    """Returns when an entry saved now expires: its own expiry or the user's retention (M-17)."""
    retained_until = None
    if settings.retention_days and new.target is Tier.ARCHIVE:
        retained_until = now + timedelta(days=settings.retention_days)
    times = [time for time in (new.expires_at, retained_until) if time]
    return min(times) if times else None

"""What a note must be to be saved. Pure rules; `MemoryService` applies them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.base.safety.invisible import visible
from shared.base.safety.secrets import redact
from shared.documents.memory import MAX_CONTENT, MemoryEntry, Origin, Tier
from shared.documents.settings import Settings


@dataclass(frozen=True)
class NewEntry:
    """A note to save. Times in the future are refused for `created_at`, needed for `expires_at`.

    `scope` is the older form of `target`; whatever it says, it is refused.
    """

    content: str
    target: Tier = Tier.MEMORY
    id: str | None = None
    source: Origin = "explicit"
    thread_id: str | None = None
    tags: Sequence[str] = ()
    confidence: Literal["high", "medium"] = "high"
    created_at: datetime | None = None
    expires_at: datetime | None = None
    scope: str | None = None


def entry_of(
    id_: str, content: str, new: NewEntry, settings: Settings, now: datetime
) -> MemoryEntry:
    """The entry that saving `new` makes."""
    return MemoryEntry(
        id=id_,
        tier=new.target,
        content=content,
        source=new.source,
        thread_id=new.thread_id,
        tags=list(dict.fromkeys(new.tags)),
        confidence=new.confidence,
        created_at=new.created_at or now,
        updated_at=now,
        expires_at=end_of(new, now, settings),
    )


def checked_content(content: str) -> str:
    """The content as it is stored.

    Raises:
        InvalidArgument: it is empty, too long, or holds a secret.
    """
    text = visible(content).strip()
    if not text:
        raise InvalidArgument.field("content", "must not be empty")
    if len(text) > MAX_CONTENT:
        raise InvalidArgument.field(
            "content",
            f"has {len(text):,} characters; an entry holds {MAX_CONTENT:,}. Shorten or split it.",
        )
    found = redact(text).found
    if found:
        raise InvalidArgument.field(
            "content",
            f"holds a secret ({found[0]}), which is never stored. Save it without the secret.",
            reason="UNSAFE_CONTENT",
        )
    return text


def check_scope(new: NewEntry) -> None:
    """Refuses the older form of a target (User Profile seed, "Breaking Changes").

    Raises:
        InvalidArgument: the note has one.
    """
    if new.scope is not None:
        raise InvalidArgument(
            "User-scoped memories are deprecated. Use target: memory, user or archive; what a "
            "user is like is learned into the profile.",
            [{"reason": "SCOPE_DEPRECATED", "field": "scope"}],
        )


def check_times(created: datetime | None, expires: datetime | None, now: datetime) -> None:
    """Refuses impossible times.

    Raises:
        InvalidArgument: created in the future, or expired already.
    """
    # A minute of grace: the clocks of clients are seldom right.
    if created and created > now + timedelta(minutes=1):
        raise InvalidArgument.field("createdAt", "must not be in the future")
    if expires and expires <= now:
        raise InvalidArgument.field("expiresAt", "must be in the future")


def check_enabled(settings: Settings, tier: Tier) -> None:
    """Refuses a write to a tier that is switched off.

    Raises:
        FailedPrecondition: it is; says how to switch it on.
    """
    enabled = {
        Tier.MEMORY: settings.memory_enabled,
        Tier.USER: settings.user_profile_enabled,
        Tier.ARCHIVE: True,
    }[tier]
    if not enabled:
        switch = "memoryEnabled" if tier is Tier.MEMORY else "userProfileEnabled"
        raise FailedPrecondition(
            f"The {tier} tier is switched off. Nothing was saved. Switch it on with {switch} in "
            "the settings, or save to the archive.",
            [{"reason": "TIER_DISABLED", "target": tier}],
        )


def end_of(new: NewEntry, now: datetime, settings: Settings) -> datetime | None:
    """When an entry saved now ends: the earlier of its own wish and the user's retention."""
    kept = None
    if settings.retention_days and new.target is Tier.ARCHIVE:
        kept = now + timedelta(days=settings.retention_days)
    ends = [end for end in (new.expires_at, kept) if end]
    return min(ends) if ends else None

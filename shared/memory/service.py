"""Saving, finding and removing notes, within their tiers' budgets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from shared.clock import Clock
from shared.errors import FailedPrecondition, InvalidArgument, NotFound
from shared.ids import derived_id
from shared.memory.budget import Usage, check_budget, usage_of
from shared.memory.dedupe import find_duplicate
from shared.memory.digest import entries_of, is_expired, live, with_entry, without_entry
from shared.memory.model import (
    DIGEST_ID,
    MAX_CONTENT,
    RECENT,
    MemoryDigest,
    MemoryEntry,
    Origin,
    Tier,
)
from shared.ports import Cursor, Order, Records, Store, Where
from shared.redaction import redact
from shared.settings import Settings
from shared.text import fold, visible
from shared.user import UserState


@dataclass(frozen=True)
class NewEntry:
    """A note to save. Times in the future are refused for `created_at`, needed for `expires_at`."""

    content: str
    target: Tier = Tier.MEMORY
    id: str | None = None
    source: Origin = "explicit"
    thread_id: str | None = None
    tags: Sequence[str] = ()
    confidence: Literal["high", "medium"] = "high"
    created_at: datetime | None = None
    expires_at: datetime | None = None


@dataclass(frozen=True)
class Saved:
    """What saving did."""

    entry: MemoryEntry
    usage: Usage
    deduplicated: bool


@dataclass(frozen=True)
class Filter:
    """Which entries to list; what is None does not matter."""

    target: Tier | None = None
    source: Origin | None = None
    tag: str | None = None


@dataclass
class _State:
    user: UserState
    digest: MemoryDigest

    @property
    def usage(self) -> Usage:
        return usage_of(self.digest, self.user.settings)


class MemoryService:
    """One user's notes. Every method may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def save(self, uid: str, new: NewEntry) -> Saved:
        """Saves a note, or refreshes the one that says the same.

        Three reads and two writes: the entry and the digest change together or not at all.

        Raises:
            InvalidArgument: the content is empty, too long, secret, or a time is impossible.
            FailedPrecondition: the tier is full or switched off; nothing was changed.
        """
        now = self._clock()
        content = _checked_content(new.content)
        _check_times(new, now)

        def write(records: Records) -> Saved:
            state = self._state(records, uid, now)
            _check_enabled(state.user.settings, new.target)
            known = find_duplicate(content, entries_of(state.digest, new.target))
            id_ = new.id or derived_id("memory", uid, new.target, fold(content))
            stored = records.memory.get(uid, known.id if known else id_)
            if stored is None or is_expired(stored.expires_at, now):
                entry = self._entry(id_, content, new, state, now)
                return self._write(records, uid, state, entry, is_new=stored is None)
            if known or new.id or fold(stored.content) == fold(content):
                return self._refresh(records, uid, state, stored, now)
            # The derived id belongs to an entry that was edited since and says something else.
            id_ = derived_id("memory", uid, new.target, fold(content), stored.content)
            entry = self._entry(id_, content, new, state, now)
            return self._write(records, uid, state, entry, is_new=True)

        return self._store.transact(write)

    def change(self, uid: str, id_: str, changes: dict[str, Any]) -> Saved:
        """Replaces fields of an entry; `target` moves it to another tier.

        Raises:
            NotFound: there is no such entry.
            InvalidArgument: the content is empty, too long or secret.
            FailedPrecondition: the tier would be over budget, or is switched off.
        """
        now = self._clock()
        if "content" in changes:
            changes = {**changes, "content": _checked_content(changes["content"])}

        def write(records: Records) -> Saved:
            state = self._state(records, uid, now)
            entry = self._existing(records, uid, id_, now)
            changed = entry.model_copy(update={**changes, "updated_at": now})
            _check_enabled(state.user.settings, changed.tier)
            if changed.tier is not entry.tier:
                newest = self._newest(records, uid) if entry.tier is Tier.ARCHIVE else []
                state.digest = without_entry(state.digest, id_, entry.tier, newest)
            return self._write(records, uid, state, changed, is_new=changed.tier is not entry.tier)

        return self._store.transact(write)

    def delete(self, uid: str, id_: str) -> Usage:
        """Removes an entry for good; the usage afterwards.

        Raises:
            NotFound: there is no such entry.
        """
        now = self._clock()

        def remove(records: Records) -> Usage:
            state = self._state(records, uid, now)
            entry = self._existing(records, uid, id_, now)
            newest = self._newest(records, uid) if entry.tier is Tier.ARCHIVE else []
            digest = without_entry(state.digest, id_, entry.tier, newest)
            records.memory.delete(uid, id_)
            records.digests.put(uid, DIGEST_ID, digest)
            return usage_of(live(digest, now), state.user.settings)

        return self._store.transact(remove)

    def get(self, uid: str, id_: str) -> MemoryEntry:
        """One entry.

        Raises:
            NotFound: there is no such entry, or it has expired.
        """
        return self._existing(self._store, uid, id_, self._clock())

    def page(
        self, uid: str, wanted: Filter, limit: int, after: Cursor | None
    ) -> tuple[list[MemoryEntry], Usage, Cursor | None]:
        """A page of entries, newest first, the usage, and where the next page starts, if any."""
        now = self._clock()
        state = self._state(self._store, uid, now)
        conditions = []
        if wanted.target:
            conditions.append(Where("tier", "==", wanted.target.value))
        if wanted.source:
            conditions.append(Where("source", "==", wanted.source))
        if wanted.tag:
            conditions.append(Where("tags", "array_contains", wanted.tag))
        found = self._store.memory.find(
            uid,
            *conditions,
            order=Order("createdAt", descending=True),
            limit=limit + 1,
            after=after,
        )
        page = found[:limit]
        following = Cursor(page[-1].created_at, page[-1].id) if len(found) > limit else None
        alive = [entry for entry in page if not is_expired(entry.expires_at, now)]
        return alive, state.usage, following

    def usage(self, uid: str) -> Usage:
        """How full the tiers are."""
        return self._state(self._store, uid, self._clock()).usage

    def _state(self, records: Records, uid: str, now: datetime) -> _State:
        user = records.users.get(uid) or UserState()
        digest = records.digests.get(uid, DIGEST_ID) or MemoryDigest()
        return _State(user, live(digest, now))

    def _entry(
        self, id_: str, content: str, new: NewEntry, state: _State, now: datetime
    ) -> MemoryEntry:
        created = new.created_at or now
        return MemoryEntry(
            id=id_,
            tier=new.target,
            content=content,
            source=new.source,
            thread_id=new.thread_id,
            tags=list(dict.fromkeys(new.tags)),
            confidence=new.confidence,
            created_at=created,
            updated_at=now,
            expires_at=_end(new, created, state.user.settings),
        )

    def _write(
        self,
        records: Records,
        uid: str,
        state: _State,
        entry: MemoryEntry,
        *,
        is_new: bool,
    ) -> Saved:
        settings = state.user.settings
        if entry.tier is not Tier.ARCHIVE:
            others = [item for item in entries_of(state.digest, entry.tier) if item.id != entry.id]
            limit = (
                settings.memory_char_limit
                if entry.tier is Tier.MEMORY
                else settings.user_char_limit
            )
            check_budget(entry.tier, others, limit, len(entry.content))
        digest = with_entry(state.digest, entry, is_new=is_new)
        records.memory.put(uid, entry.id, entry)
        records.digests.put(uid, DIGEST_ID, digest)
        return Saved(entry, usage_of(digest, settings), deduplicated=False)

    def _refresh(
        self, records: Records, uid: str, state: _State, stored: MemoryEntry, now: datetime
    ) -> Saved:
        refreshed = stored.model_copy(update={"updated_at": now})
        records.memory.put(uid, stored.id, refreshed)
        return Saved(refreshed, state.usage, deduplicated=True)

    def _existing(self, records: Records, uid: str, id_: str, now: datetime) -> MemoryEntry:
        entry = records.memory.get(uid, id_)
        if entry is None or is_expired(entry.expires_at, now):
            raise NotFound(
                "There is no memory entry with this id. GET /v1/memory lists those there are.",
                [{"reason": "NO_SUCH_ENTRY"}],
            )
        return entry

    def _newest(self, records: Records, uid: str) -> list[MemoryEntry]:
        """The newest of the archive, one more than it shows."""
        return records.memory.find(
            uid,
            Where("tier", "==", Tier.ARCHIVE.value),
            order=Order("createdAt", descending=True),
            limit=RECENT + 1,
        )


def _checked_content(content: str) -> str:
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


def _check_times(new: NewEntry, now: datetime) -> None:
    # A minute of grace: the clocks of clients are seldom right.
    if new.created_at and new.created_at > now + timedelta(minutes=1):
        raise InvalidArgument.field("createdAt", "must not be in the future")
    if new.expires_at and new.expires_at <= now:
        raise InvalidArgument.field("expiresAt", "must be in the future")


def _check_enabled(settings: Settings, tier: Tier) -> None:
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


def _end(new: NewEntry, created: datetime, settings: Settings) -> datetime | None:
    kept = None
    if settings.retention_days and new.target is Tier.ARCHIVE:
        kept = created + timedelta(days=settings.retention_days)
    ends = [end for end in (new.expires_at, kept) if end]
    return min(ends) if ends else None

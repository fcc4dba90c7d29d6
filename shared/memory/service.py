"""Saving, finding and removing notes, within their tiers' budgets."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from shared.clock import Clock
from shared.errors import AlreadyExists, NotFound
from shared.ids import derived_id
from shared.memory.budget import Usage, check_budget, usage_of
from shared.memory.dedupe import find_duplicate
from shared.memory.digest import entries_of, is_expired, live, with_entry, without_entries
from shared.memory.model import (
    DIGEST_ID,
    RECENT,
    MemoryDigest,
    MemoryEntry,
    Origin,
    Tier,
)
from shared.memory.rules import (
    NewEntry,
    check_enabled,
    check_times,
    checked_content,
    end_of,
    entry_of,
)
from shared.ports import Cursor, Order, Records, Store, Where
from shared.text import fold
from shared.unsafe import refuse_secrets
from shared.user import UserState

MAX_TAGS = 20
"""Tags kept of an entry that was saved again with others."""
EXPIRED_PAGE = 200
"""Expired entries removed in one transaction."""


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
            AlreadyExists: the id belongs to an entry that says something else.
            FailedPrecondition: the tier is full or switched off; nothing was changed.
        """
        now = self._clock()
        content = checked_content(new.content)
        refuse_secrets(list(new.tags), "tags")
        refuse_secrets(new.thread_id or "", "threadId")
        check_times(new.created_at, new.expires_at, now)

        def write(records: Records) -> Saved:
            state = self._state(records, uid, now)
            settings = state.user.settings
            check_enabled(settings, new.target)
            known = find_duplicate(content, entries_of(state.digest, new.target))
            id_ = new.id or derived_id("memory", uid, new.target, fold(content))
            stored = records.memory.get(uid, known.id if known else id_)
            if stored is None:
                entry = entry_of(id_, content, new, settings, now)
                return self._write(records, uid, state, entry, None)
            if is_expired(stored.expires_at, now):
                state.digest = self._without(records, uid, state.digest, [stored])
                entry = entry_of(stored.id, content, new, settings, now)
                return self._write(records, uid, state, entry, None)
            if known or (stored.tier is new.target and fold(stored.content) == fold(content)):
                return self._refresh(records, uid, state, stored, new, now)
            if new.id:
                raise AlreadyExists(
                    "The id belongs to an entry that says something else. PATCH that entry, or "
                    "save under another id.",
                    [{"reason": "ID_TAKEN", "field": "id"}],
                )
            # The derived id belongs to an entry that was edited since and says something else.
            id_ = derived_id("memory", uid, new.target, fold(content), stored.content)
            entry = entry_of(id_, content, new, settings, now)
            return self._write(records, uid, state, entry, None)

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
            changes = {**changes, "content": checked_content(changes["content"])}
        refuse_secrets(changes.get("tags") or [], "tags")
        refuse_secrets(changes.get("thread_id") or "", "threadId")
        check_times(None, changes.get("expires_at"), now)

        def write(records: Records) -> Saved:
            state = self._state(records, uid, now)
            entry = self._existing(records, uid, id_, now)
            changed = entry.model_copy(update={**changes, "updated_at": now})
            check_enabled(state.user.settings, changed.tier)
            if changed.tier is entry.tier:
                return self._write(records, uid, state, changed, entry)
            state.digest = self._without(records, uid, state.digest, [entry])
            return self._write(records, uid, state, changed, None)

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
            digest = self._without(records, uid, state.digest, [entry])
            records.memory.delete(uid, id_)
            records.digests.put(uid, DIGEST_ID, digest)
            return usage_of(live(digest, now), state.user.settings)

        return self._store.transact(remove)

    def expire(self, uid: str) -> int:
        """Removes entries whose time is over, a page of them; how many.

        One transaction: stopping before it leaves all as it was, and reads show none of them.
        """
        now = self._clock()

        def remove(records: Records) -> int:
            ended = records.memory.find(
                uid, Where("expiresAt", "<=", now), order=Order("expiresAt"), limit=EXPIRED_PAGE
            )
            if not ended:
                return 0
            digest = records.digests.get(uid, DIGEST_ID) or MemoryDigest()
            digest = self._without(records, uid, digest, ended)
            for entry in ended:
                records.memory.delete(uid, entry.id)
            records.digests.put(uid, DIGEST_ID, digest)
            return len(ended)

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

    def _write(
        self,
        records: Records,
        uid: str,
        state: _State,
        entry: MemoryEntry,
        replaced: MemoryEntry | None,
    ) -> Saved:
        """Writes an entry; `replaced` is what stands under its id in the same tier, if anything."""
        settings = state.user.settings
        if entry.tier is not Tier.ARCHIVE:
            present = entries_of(state.digest, entry.tier)
            before = next((len(item.content) for item in present if item.id == entry.id), 0)
            limit = (
                settings.memory_char_limit
                if entry.tier is Tier.MEMORY
                else settings.user_char_limit
            )
            check_budget(entry.tier, present, limit, len(entry.content), before)
        digest = with_entry(state.digest, entry, replaced)
        records.memory.put(uid, entry.id, entry)
        records.digests.put(uid, DIGEST_ID, digest)
        return Saved(entry, usage_of(digest, settings), deduplicated=False)

    def _refresh(
        self,
        records: Records,
        uid: str,
        state: _State,
        stored: MemoryEntry,
        new: NewEntry,
        now: datetime,
    ) -> Saved:
        """Saved again, an entry lives as long as the longer wish, and gains the new tags."""
        ends = end_of(new, now, state.user.settings)
        refreshed = stored.model_copy(
            update={
                "updated_at": now,
                "tags": list(dict.fromkeys([*stored.tags, *new.tags]))[:MAX_TAGS],
                "expires_at": max(stored.expires_at, ends) if stored.expires_at and ends else None,
            }
        )
        digest = with_entry(state.digest, refreshed, stored)
        records.memory.put(uid, stored.id, refreshed)
        records.digests.put(uid, DIGEST_ID, digest)
        return Saved(refreshed, state.usage, deduplicated=True)

    def _without(
        self, records: Records, uid: str, digest: MemoryDigest, gone: list[MemoryEntry]
    ) -> MemoryDigest:
        """The digest without some entries; reads the archive where it has to fill up."""
        archived = [entry for entry in gone if entry.tier is Tier.ARCHIVE]
        newest = newest_of_archive(records, uid, RECENT + len(archived)) if archived else []
        return without_entries(digest, {entry.id for entry in gone}, len(archived), newest)

    def _existing(self, records: Records, uid: str, id_: str, now: datetime) -> MemoryEntry:
        entry = records.memory.get(uid, id_)
        if entry is None or is_expired(entry.expires_at, now):
            raise NotFound(
                "There is no memory entry with this id. GET /v1/memory lists those there are.",
                [{"reason": "NO_SUCH_ENTRY"}],
            )
        return entry


def newest_of_archive(records: Records, uid: str, limit: int) -> list[MemoryEntry]:
    """The newest archive entries, expired ones among them."""
    return records.memory.find(
        uid,
        Where("tier", "==", Tier.ARCHIVE.value),
        order=Order("createdAt", descending=True),
        limit=limit,
    )

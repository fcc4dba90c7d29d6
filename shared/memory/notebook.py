"""A unit of work on one user's notes: read first, change in memory, write at the end."""

from collections.abc import Container, Iterable, Sequence
from datetime import datetime

from shared.base.acting import current_connection
from shared.base.errors import FailedPrecondition, InvalidArgument
from shared.documents.memory import DIGEST_ID, MAX_TOUCHED, RECENT, DigestedEntry, MemoryEntry, Tier
from shared.documents.settings import Settings
from shared.memory.budget import Usage, check_budget, usage_of
from shared.memory.digest import (
    digested,
    entries_of,
    is_expired,
    live,
    refilled,
    with_entry,
    without_entries,
)
from shared.memory.packing import line_size, pack
from shared.memory.pages import LARGEST_LINE, Pages
from shared.memory.quarantine import check_room
from shared.memory.quota import Quota
from shared.ports import Cursor, Order, Records, Vector, Where


class Notebook:
    """The notes that a change reads and writes in one transaction.

    Nothing is written before `write_changes`, which writes entries, digest and pages together.
    """

    def __init__(
        self,
        records: Records,
        uid: str,
        now: datetime,
        quota: Quota,
        expected: Sequence[str] = (),
    ) -> None:
        """`expected` are entries that will probably be asked for, to be read at once."""
        self._records = records
        self._uid = uid
        self.now = now
        self._quota = quota
        user, self._stored, found = records.overview_with(uid, expected)
        self.settings: Settings = user.settings
        self._incognito = user.incognito
        self.digest = live(self._stored, now)
        self._pages = Pages(self._stored)
        self._known: dict[str, MemoryEntry | None] = {id_: found.get(id_) for id_ in expected}
        self._written: dict[str, MemoryEntry] = {}
        self._vectors: dict[str, Vector | None] = {}
        self._removed: set[str] = set()
        if len(self.digest.recent) < len(self._stored.recent) < self._stored.archived:
            self.digest = refilled(self.digest, self._newest_of_archive(set()))

    @property
    def usage(self) -> Usage:
        """How full the tiers are, including the changes so far."""
        pages = self._pages.fills
        digest = self.digest.model_copy(update={"pages": pages})
        return usage_of(digest, self.settings, self._quota)

    def check_kept(self, thread_id: str | None) -> None:
        """Refuses what belongs to an incognito session, of which nothing is kept.

        Raises:
            FailedPrecondition: the thread is such a session.
        """
        if thread_id in self._incognito:
            raise FailedPrecondition(
                "This session is incognito, so nothing of it is saved. Save without threadId what "
                "the user wants kept all the same.",
                [{"reason": "INCOGNITO", "field": "threadId"}],
            )

    def entries(self, tier: Tier) -> list[DigestedEntry]:
        """Returns the digest's entries of a tier."""
        return entries_of(self.digest, tier)

    def load(self, ids: Iterable[str]) -> None:
        """Reads several entries in one round trip, so that `get` need not."""
        missing = [id_ for id_ in dict.fromkeys(ids) if id_ not in self._known]
        if not missing:
            return
        found = {entry.id: entry for entry in self._records.memory.get_many(self._uid, missing)}
        self._known |= {id_: found.get(id_) for id_ in missing}

    def get(self, id_: str) -> MemoryEntry | None:
        """Returns an entry with the changes so far, whether or not it has expired."""
        if id_ not in self._known:
            self._known[id_] = self._records.memory.get(self._uid, id_)
        return self._known[id_]

    def tagged(self, tag: str) -> list[MemoryEntry]:
        """Returns the stored entries with a tag, with the changes so far, expired ones included."""
        stored = self._records.memory.query(self._uid, Where("tags", "array_contains", tag))
        self._known = {**{entry.id: entry for entry in stored}, **self._known}
        return [entry for each in stored if (entry := self._known[each.id])]

    def add(self, entry: MemoryEntry, vector: Vector | None) -> MemoryEntry:
        """Adds a new entry and returns it with its position and page.

        Raises:
            FailedPrecondition: the tier is full; nothing was changed.
            ResourceExhausted: the archive is full; nothing was changed.
            InvalidArgument: the entry is too large to store.
        """
        entry = entry.model_copy(update={"position": self.digest.saved})
        line = pack(entry)
        self._check_budget(entry, line, None)
        entry = entry.model_copy(update={"page": self._pages.add(entry.id, line)})
        digest = with_entry(self.digest, entry, None)
        self.digest = digest.model_copy(update={"saved": digest.saved + 1})
        self._vectors[entry.id] = vector
        self._keep(entry)
        return entry

    def hold(self, entry: MemoryEntry) -> MemoryEntry:
        """Keeps an entry where only its user sees it, until they accept it.

        Raises:
            ResourceExhausted: too many wait already; nothing was changed.
        """
        known = self.get(entry.id)
        if not (known and known.quarantined):
            check_room(self.digest.waiting)
            self._count_waiting(1)
        entry = entry.model_copy(update={"quarantined": True, "embed_due_at": None, "page": None})
        self._vectors[entry.id] = None
        self._keep(entry)
        return entry

    def release(self, entry: MemoryEntry) -> MemoryEntry:
        """Adds an entry that has waited.

        Raises:
            The errors of `add`.
        """
        update = {"quarantined": None, "replaces": None}
        added = self.add(entry.model_copy(update=update), None)
        self._count_waiting(-1)
        return added

    def replace(
        self, old: MemoryEntry, new: MemoryEntry, vector: Vector | None = None
    ) -> MemoryEntry:
        """Replaces an entry, in the same tier or another, and returns it with its page.

        Args:
            old: the current entry.
            new: the entry to write.
            vector: the embedding of its content, if the content has changed.

        Raises:
            FailedPrecondition: the tier would be over budget; nothing was changed.
            ResourceExhausted: the archive would be over its quota; nothing was changed.
            InvalidArgument: the entry is too large to store.
        """
        same_tier = new.tier is old.tier
        line = pack(new)
        self._check_budget(new, line, old)
        if old.before and old.edited_by and new.edited_by not in (None, old.edited_by):
            self._note_touch(old.edited_by, old.before.last_at)
        if not same_tier:
            self._remove_from_digest([old])
        new = new.model_copy(update={"page": self._replace_line(old, line)})
        self.digest = with_entry(self.digest, new, old if same_tier else None)
        if vector is not None or new.content != old.content:
            self._vectors[new.id] = vector
        self._keep(new)
        return new

    def remove(self, entries: Sequence[MemoryEntry]) -> None:
        """Removes entries permanently."""
        by = current_connection()
        if by and not all(entry.connection == by for entry in entries):
            self._note_touch(by, self.now)
        self._remove_from_digest(entries)
        for entry in entries:
            if entry.page is not None:
                self._pages.remove(entry.id, entry.page, pack(entry))
            self._known[entry.id] = None
            self._written.pop(entry.id, None)
            self._removed.add(entry.id)

    def merge_pages(self) -> bool:
        """Merges the two emptiest pages if one can hold both; returns whether it did."""
        pair = self._pages.mergeable()
        if pair is None:
            return False
        page, into = pair
        held = self._records.pages.get_many(self._uid, [str(page)])
        moved = self._pages.merge(page, into, held[0].entries if held else {})
        # The database's time-to-live may have removed an entry but not its line. Updating that
        # entry would recreate it without content.
        self.load(moved)
        for id_ in moved:
            if self._known[id_] is not None:
                self._records.memory.update_fields(self._uid, id_, {"page": into})
        return True

    @property
    def pages_to_merge(self) -> bool:
        """Whether two pages can be merged."""
        return self._pages.mergeable() is not None

    def write_changes(self) -> None:
        """Writes everything that has changed, if anything has."""
        self._pages.flush_tail()
        if not (self._written or self._removed or self._pages.changes or self._pages.emptied):
            return
        for id_ in self._removed - self._written.keys():
            self._records.memory.delete(self._uid, id_)
        for id_, entry in self._written.items():
            self._records.memory.write_entry(
                self._uid, entry, self._vectors.get(id_), keep_vector=id_ not in self._vectors
            )
        for page, lines in self._pages.changes.items():
            self._records.pages.set_lines(self._uid, str(page), lines)
        for page in self._pages.emptied:
            self._records.pages.delete(self._uid, str(page))
        digest = self.digest.model_copy(
            update={"tail": self._pages.tail, "pages": self._pages.fills}
        )
        self._records.digests.overwrite(self._uid, DIGEST_ID, digest)

    def _check_budget(self, entry: MemoryEntry, line: str, replaced: MemoryEntry | None) -> None:
        size = line_size(entry.id, line)
        if size > LARGEST_LINE:
            raise InvalidArgument(
                f"The note takes {size:,} bytes with its index; the limit is {LARGEST_LINE:,}. "
                "Shorten it, or give it fewer tags.",
                [{"reason": "NOTE_TOO_LARGE"}],
            )
        same_tier = replaced is not None and replaced.tier is entry.tier
        if entry.tier is Tier.ARCHIVE:
            held = line_size(replaced.id, pack(replaced)) if replaced else 0
            self._quota.check(
                self.digest.archived, self._pages.size, 0 if same_tier else 1, size - held
            )
            return
        chosen = self.settings
        is_memory = entry.tier is Tier.MEMORY
        limit = chosen.memory_char_limit if is_memory else chosen.user_char_limit
        before = replaced if same_tier else None
        check_budget(
            entry.tier,
            self.entries(entry.tier),
            limit,
            digested(entry),
            digested(before) if before else None,
        )

    def _replace_line(self, old: MemoryEntry, line: str) -> int:
        if old.page is None:
            return self._pages.add(old.id, line)
        return self._pages.replace(old.id, old.page, pack(old), line)

    def _keep(self, entry: MemoryEntry) -> None:
        self._known[entry.id] = entry
        self._written[entry.id] = entry
        self._removed.discard(entry.id)

    def _remove_from_digest(self, entries: Sequence[MemoryEntry]) -> None:
        """Removes entries from the digest, and refills its recent entries from the archive."""
        waiting = [entry for entry in entries if entry.quarantined]
        self._count_waiting(-len(waiting))
        entries = [entry for entry in entries if not entry.quarantined]
        if not entries:
            return
        ids = {entry.id for entry in entries}
        archived = sum(entry.tier is Tier.ARCHIVE for entry in entries)
        shown = {item.id for item in self._stored.recent} | {i.id for i in self.digest.recent}
        newest = None
        if ids & shown and self.digest.archived > len(shown):
            newest = self._newest_of_archive(ids)
        self.digest = without_entries(self.digest, ids, archived, newest)

    def _note_touch(self, connection: str, at: datetime) -> None:
        """Remembers that a connection did to a note of others what cannot be taken back."""
        at = max(at, self.digest.touched.get(connection, at))
        others = {each: at for each, at in self.digest.touched.items() if each != connection}
        last = sorted(others.items(), key=lambda item: item[1])[-(MAX_TOUCHED - 1) :]
        self.digest = self.digest.model_copy(update={"touched": {**dict(last), connection: at}})

    def _count_waiting(self, more: int) -> None:
        if more:
            waiting = max(0, self.digest.waiting + more)
            version = self.digest.version + 1
            self.digest = self.digest.model_copy(update={"waiting": waiting, "version": version})

    def _newest_of_archive(self, without: set[str]) -> list[MemoryEntry]:
        skipped = without | self._removed | self._written.keys()
        stored = newest_of_archive(self._records, self._uid, self.now, skipped)
        written = [
            entry
            for entry in self._written.values()
            if entry.tier is Tier.ARCHIVE
            and not entry.quarantined
            and entry.id not in without
            and not is_expired(entry.expires_at, self.now)
        ]
        ordered = sorted(
            [*stored, *written], key=lambda entry: (entry.created_at, entry.id), reverse=True
        )
        return ordered[:RECENT]


def newest_of_archive(
    records: Records, uid: str, now: datetime, without: Container[str] = ()
) -> list[MemoryEntry]:
    """Returns the `RECENT` newest archive entries that have not expired."""
    found: list[MemoryEntry] = []
    after: Cursor | None = None
    while len(found) < RECENT:
        page = records.memory.query(
            uid,
            Where("tier", "==", Tier.ARCHIVE.value),
            order=Order("createdAt", descending=True),
            limit=2 * RECENT,
            after=after,
        )
        found += [
            entry
            for entry in page
            if entry.id not in without
            and not entry.quarantined
            and not is_expired(entry.expires_at, now)
        ]
        if len(page) < 2 * RECENT:
            break
        after = Cursor(page[-1].created_at, page[-1].id)
    return found[:RECENT]

"""Saving, listing and removing notes, within the budgets of their tiers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from shared.base.acting import current_agents, current_connection
from shared.base.clock import Clock
from shared.base.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    RekindleError,
    ResourceExhausted,
)
from shared.base.ids import derived_id
from shared.base.safety.secrets import refuse_secrets
from shared.base.text import stemming_once
from shared.documents.lifetime import Doubt
from shared.documents.memory import (
    MAX_CONTENT,
    MemoryDigest,
    MemoryEntry,
    Origin,
    Part,
    Tier,
)
from shared.documents.user import UserState
from shared.memory.authorship import UNMARKED, changed
from shared.memory.budget import Usage, usage_of
from shared.memory.digest import is_expired, live
from shared.memory.embeddings import (
    Embedder,
    Embeddings,
    embeddings_of,
)
from shared.memory.notebook import Notebook
from shared.memory.notebooks import Notebooks
from shared.memory.quarantine import is_hidden, is_suspect
from shared.memory.quota import Quota
from shared.memory.rules import (
    NewEntry,
    check_enabled,
    check_scope,
    check_times,
    checked_content,
)
from shared.memory.saving import accept, free_id, id_for, save, usual_id
from shared.memory.splitting import LONGEST_NOTE, ids_of_parts, part_id, parts_of
from shared.memory.tiers import check_open, closed_tiers
from shared.ports import Cursor, Order, Records, Store, Where
from shared.profile.outdated import Grounds, grounds

T = TypeVar("T")

"""How many notes are removed in one transaction."""


@dataclass(frozen=True)
class Saved:
    """The result of saving a note.

    Attributes:
        entry: the note as stored, or its first part.
        usage: how full the tiers are.
        deduplicated: whether it was stored already.
        parts: all parts of a note that was split, in order.
    """

    entry: MemoryEntry
    usage: Usage
    deduplicated: bool
    parts: Sequence[MemoryEntry] = ()


@dataclass(frozen=True)
class Page:
    """A page of notes, newest first.

    Attributes:
        entries: the notes.
        usage: how full the tiers are.
        following: the cursor of the next page, if there is one.
        doubts: why notes may be outdated, by id.
    """

    entries: list[MemoryEntry]
    usage: Usage
    following: Cursor | None
    doubts: dict[str, Doubt]


@dataclass(frozen=True)
class Filter:
    """Which entries to list, and from which end; None matches any value."""

    target: Tier | None = None
    source: Origin | None = None
    tag: str | None = None
    oldest_first: bool = False


class MemoryService:
    """A user's notes. Every method may raise Unavailable.

    Each change writes entries, digest and pages in one transaction, so a crash leaves nothing half
    done. Saving a note takes three reads and at most three writes.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        embedder: Embedder | None = None,
        quota: Quota | None = None,
    ) -> None:
        """Without a quota of the deployment's own, the default one applies."""
        self._store = store
        self._clock = clock
        self._embedder = embedder
        self._quota = quota or Quota()
        self._notebooks = Notebooks(store, self._quota)

    def save(self, uid: str, new: NewEntry) -> Saved:
        """Saves a note, or refreshes its duplicate.

        Raises:
            InvalidArgument: the content is empty, too long or secret, or a time is invalid.
            AlreadyExists: the id belongs to an entry with other content.
            FailedPrecondition: the tier is full or switched off; nothing was changed.
            ResourceExhausted: the archive is full; nothing was changed.
        """
        outcome = self.save_many(uid, [new])[0][0]
        if isinstance(outcome, RekindleError):
            raise outcome
        return outcome

    @stemming_once()
    def save_many(
        self, uid: str, notes: Sequence[NewEntry]
    ) -> tuple[list[Saved | RekindleError], Usage]:
        """Saves notes in one transaction. A note that is refused does not affect the others.

        Returns:
            The result of each note, in order, and the usage afterwards.
        """
        now = self._clock()
        checked = [(_judged(new), _checked(new, now)) for new in notes]
        texts = [content for _, content in checked if isinstance(content, str)]
        embeddings = embeddings_of(texts, self._embedder, now)

        def write(notebook: Notebook) -> tuple[list[Saved | RekindleError], Usage]:
            planned = [
                id_for(notebook, uid, content, new) if isinstance(content, str) else ""
                for new, content in checked
            ]
            notebook.load(id_ for id_ in planned if id_)
            before = notebook.digest.version
            outcomes: list[Saved | RekindleError] = []
            for (new, content), id_ in zip(checked, planned, strict=True):
                if isinstance(content, str) and notebook.digest.version != before:
                    # An earlier note of this request changed what a duplicate is judged by.
                    id_ = id_for(notebook, uid, content, new)
                outcomes.append(_saved(notebook, uid, new, content, id_, embeddings))
            return outcomes, notebook.usage

        # Only the digest shows near-duplicates; without one, these are the ids.
        likely = [
            usual_id(uid, content, new) for new, content in checked if isinstance(content, str)
        ]
        return self._notebooks.change(uid, now, write, list(dict.fromkeys(likely)))

    @stemming_once()
    def save_split(self, uid: str, new: NewEntry) -> Saved:
        """Saves a note in as many parts as it takes, all or none of them.

        Raises:
            The errors of `save`; InvalidArgument also if it would take more than `MAX_PARTS` parts.
        """
        now = self._clock()
        content = _checked(new, now, LONGEST_NOTE)
        if isinstance(content, RekindleError):
            raise content
        texts = parts_of(content)
        if len(texts) == 1:
            return self.save(uid, new)
        new = _judged(new)
        embeddings = embeddings_of(texts, self._embedder, now)
        first = usual_id(uid, content, new)

        def write(notebook: Notebook) -> Saved:
            parts = [
                save(notebook, uid, text, part, part.id or first, embeddings)
                for text, part in _in_parts(new, texts, free_id(notebook, first, texts[0], new))
            ]
            entries = [entry for entry, _ in parts]
            return Saved(entries[0], notebook.usage, all(known for _, known in parts), entries)

        likely = [part_id(first, number) for number in range(1, len(texts) + 1)]
        return self._notebooks.change(uid, now, write, likely)

    def change(self, uid: str, id_: str, changes: dict[str, Any]) -> Saved:
        """Replaces fields of an entry; a new `tier` moves it.

        Raises:
            NotFound: there is no such entry.
            InvalidArgument: the content is empty, too long or secret.
            FailedPrecondition: the tier would be over budget, or is switched off.
            ResourceExhausted: the archive would be over its quota.
        """
        now = self._clock()
        if "content" in changes:
            changes = {**changes, "content": checked_content(changes["content"])}
        refuse_secrets(changes.get("tags") or [], "tags")
        refuse_secrets(changes.get("thread_id") or "", "threadId")
        check_times(None, changes.get("expires_at"), now)
        texts = [changes["content"]] if "content" in changes else []
        embeddings = embeddings_of(texts, self._embedder, now)
        suspect = is_suspect(
            changes.get("content") or "", changes.get("tags") or (), changes.get("thread_id")
        )

        def write(notebook: Notebook) -> Saved:
            old = _existing(notebook.get(id_), now)
            check_open(notebook.settings, old.tier, changes.get("tier", old.tier))
            if suspect or old.quarantined:
                return Saved(
                    _of_change(notebook, old, changes, self._embed_due(now)), notebook.usage, False
                )
            new = changed(old, changes, now)
            check_enabled(notebook.settings, new.tier)
            if new.content != old.content:
                new = new.model_copy(update={"embed_due_at": embeddings.due(new.content)})
            entry = notebook.replace(old, new, embeddings.vector(new.content))
            return Saved(entry, notebook.usage, deduplicated=False)

        return self._notebooks.change(uid, now, write, [id_])

    def accept(self, uid: str, id_: str) -> MemoryEntry:
        """Takes a note that has waited into its tier, or in the place of the note it replaces.

        All parts of a split note are accepted together.

        Raises:
            NotFound: there is no such note.
            FailedPrecondition: its tier is full or switched off; it still waits.
            ResourceExhausted: the archive is full; it still waits.
        """
        now = self._clock()

        def write(notebook: Notebook) -> MemoryEntry:
            entry = _existing(notebook.get(id_), now)
            ids = ids_of_parts(entry)
            notebook.load([*ids, *([entry.replaces] if entry.replaces else [])])
            waiting = [each for part in ids if (each := notebook.get(part)) and each.quarantined]
            due = self._embed_due(now)
            accepted = [accept(notebook, each, {}, due) for each in waiting]
            return accepted[0] if accepted else entry

        return self._notebooks.change(uid, now, write, [id_])

    def waiting(self, uid: str) -> list[MemoryEntry]:
        """Returns the notes that wait for the user's word: of a split one, the first part."""
        now = self._clock()
        found = self._store.memory.query(uid, Where("quarantined", "==", True))
        return [
            entry
            for entry in found
            if not is_expired(entry.expires_at, now) and (not entry.part or entry.part.number == 1)
        ]

    def delete(self, uid: str, id_: str) -> Usage:
        """Removes an entry, with the other parts of its note, and returns the usage afterwards.

        Raises:
            NotFound: there is no such entry.
            FailedPrecondition: its tier is off for this agent.
        """
        now = self._clock()

        def remove(notebook: Notebook) -> tuple[Usage, bool]:
            entry = _existing(notebook.get(id_), now)
            check_open(notebook.settings, entry.tier)
            ids = ids_of_parts(entry)
            notebook.load(ids)
            notebook.remove([found for each in ids if (found := notebook.get(each))])
            return notebook.usage, notebook.pages_to_merge

        usage, mergeable = self._notebooks.change(uid, now, remove, [id_])
        if mergeable:
            self._notebooks.merge_pages(uid, self._clock)
        return usage

    def get(self, uid: str, id_: str) -> MemoryEntry:
        """Returns an entry.

        Raises:
            NotFound: there is no such entry, it has expired, or it waits for its user's word.
            FailedPrecondition: its tier is off for this agent.
        """
        entry = self._shown(uid, id_)
        if current_agents():
            check_open(self._store.users.get_or_new(uid).settings, entry.tier)
        return entry

    def _shown(self, uid: str, id_: str) -> MemoryEntry:
        entry = _existing(self._store.memory.get(uid, id_), self._clock())
        return _existing(None if is_hidden(entry) else entry, self._clock())

    def page(self, uid: str, filter_: Filter, limit: int, after: Cursor | None) -> Page:
        """Returns a page of entries, by age, of the tiers that are on for this agent.

        Raises:
            FailedPrecondition: the tier that is asked for is off for this agent.
        """
        now = self._clock()
        user, digest = self._store.overview(uid)
        closed = closed_tiers(user.settings)
        if filter_.target:
            check_open(user.settings, filter_.target)
        conditions = []
        if filter_.target:
            conditions.append(Where("tier", "==", filter_.target.value))
        if filter_.source:
            conditions.append(Where("source", "==", filter_.source))
        if filter_.tag:
            conditions.append(Where("tags", "array_contains", filter_.tag))
        found = self._store.memory.query(
            uid,
            *conditions,
            order=Order("createdAt", descending=not filter_.oldest_first),
            limit=limit + 1,
            after=after,
        )
        page = found[:limit]
        following = Cursor(page[-1].created_at, page[-1].id) if len(found) > limit else None
        live_entries = [
            entry
            for entry in page
            if not is_expired(entry.expires_at, now)
            and not is_hidden(entry)
            and entry.tier not in closed
        ]
        usage, changed = self._usage(user, digest), grounds(user.profile)
        return Page(live_entries, usage, following, doubts_of(live_entries, changed))

    def usage(self, uid: str) -> Usage:
        """Returns how full the tiers are."""
        return self._usage(*self._store.overview(uid))

    def look_at(self, uid: str, id_: str) -> Page:
        """Returns one note as a page of its own.

        Raises:
            NotFound: there is no such note.
            FailedPrecondition: its tier is off for this agent.
        """
        entries = [self._shown(uid, id_)]
        user, digest = self._store.overview(uid)
        check_open(user.settings, entries[0].tier)
        doubts = doubts_of(entries, grounds(user.profile))
        return Page(entries, self._usage(user, digest), None, doubts)

    def _embed_due(self, now: datetime) -> datetime | None:
        return now if self._embedder else None

    def _usage(self, user: UserState, digest: MemoryDigest) -> Usage:
        """Returns how full the tiers are."""
        return usage_of(live(digest, self._clock()), user.settings, self._quota)

    def notebook(self, records: Records, uid: str, now: datetime) -> Notebook:
        """Returns the user's notes for a change within the caller's transaction."""
        return self._notebooks.open(records, uid, now)


def doubts_of(entries: Sequence[MemoryEntry], changed: Grounds) -> dict[str, Doubt]:
    """Returns why entries may be outdated, by id."""
    found = ((entry.id, changed.doubt(entry.content, entry.updated_at)) for entry in entries)
    return {id_: doubt for id_, doubt in found if doubt}


def _in_parts(new: NewEntry, texts: Sequence[str], first: str) -> Iterator[tuple[str, NewEntry]]:
    """Yields the text of each part with the note that it is saved as."""
    for number, text in enumerate(texts, 1):
        part = Part(of=first, number=number, count=len(texts))
        keyed = new.keyed if number == 1 else None
        yield text, replace(new, part=part, id=part_id(first, number), keyed=keyed)


def _judged(new: NewEntry) -> NewEntry:
    # Nothing looks into what is far too long: it is refused.
    content = new.content if len(new.content) <= LONGEST_NOTE else ""
    return replace(new, suspect=is_suspect(content, new.tags, new.thread_id))


def _of_change(
    notebook: Notebook, old: MemoryEntry, changes: dict[str, Any], embed_due: datetime | None
) -> MemoryEntry:
    """Writes a change that has to wait, or one of a note that waits; returns what was written.

    Until the user accepts the change of a note that does not wait, that note stays as it is.
    """
    connection = current_connection()
    update = {**changes, "updated_at": notebook.now}
    if not connection:
        return accept(notebook, old, update, embed_due)
    if old.quarantined:
        return notebook.hold(old.model_copy(update=update))
    id_ = derived_id("change", old.id, repr(sorted(changes.items(), key=lambda item: item[0])))
    waits = {"id": id_, "replaces": old.id, "connection": connection, "request": None, "part": None}
    marks = {"made_at": notebook.now, **UNMARKED}
    return notebook.hold(old.model_copy(update={**update, **waits, **marks}))


def _checked(new: NewEntry, now: datetime, limit: int = MAX_CONTENT) -> str | RekindleError:
    """Returns the content as it will be stored, or why the note is refused."""
    try:
        check_scope(new)
        content = checked_content(new.content, limit)
        refuse_secrets(new.id or "", "id")
        refuse_secrets(list(new.tags), "tags")
        refuse_secrets(new.thread_id or "", "threadId")
        check_times(new.created_at, new.expires_at, now)
    except InvalidArgument as error:
        return error
    return content


def _saved(
    notebook: Notebook,
    uid: str,
    new: NewEntry,
    content: str | RekindleError,
    id_: str,
    embeddings: Embeddings,
) -> Saved | RekindleError:
    if isinstance(content, RekindleError):
        return content
    try:
        entry, deduplicated = save(notebook, uid, content, new, id_, embeddings)
    except (AlreadyExists, FailedPrecondition, InvalidArgument, ResourceExhausted) as error:
        return error
    return Saved(entry, notebook.usage, deduplicated)


def _existing(entry: MemoryEntry | None, now: datetime) -> MemoryEntry:
    if entry is None or is_expired(entry.expires_at, now):
        raise NotFound(
            "There is no memory entry with this id. GET /v1/memory lists all entries.",
            [{"reason": "NO_SUCH_ENTRY"}],
        )
    return entry

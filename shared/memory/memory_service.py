"""Saving, finding and removing notes, within their tiers' budgets."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any, TypeVar

from shared.base.clock import Clock
from shared.base.errors import (
    AlreadyExists,
    FailedPrecondition,
    InvalidArgument,
    NotFound,
    RekindleError,
)
from shared.base.safety.secrets import refuse_secrets
from shared.documents.memory import MemoryEntry, Origin, Tier
from shared.memory.budget import Usage, limits_of, usage_of
from shared.memory.digest import is_expired, live
from shared.memory.embedding import Embedder, Meanings, meanings_of
from shared.memory.notebook import Notebook
from shared.memory.rules import (
    NewEntry,
    check_enabled,
    check_scope,
    check_times,
    checked_content,
)
from shared.memory.saving import candidates, save
from shared.ports import Cursor, Order, Records, Store, Where

T = TypeVar("T")

EXPIRED_PAGE = 200
"""Expired entries removed in one transaction."""
EMBEDDED_PAGE = 100
"""Entries whose meaning is asked for in one call."""


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


class MemoryService:
    """One user's notes. Every method may raise Unavailable.

    Each change is one transaction, in which the entries, the digest and the pages change together:
    if it stops anywhere, nothing of it is there. Three reads and at most three writes save a note.
    """

    def __init__(self, store: Store, clock: Clock, embedder: Embedder | None = None) -> None:
        self._store = store
        self._clock = clock
        self._embedder = embedder

    def save(self, uid: str, new: NewEntry) -> Saved:
        """Saves a note, or refreshes the one that says the same.

        Raises:
            InvalidArgument: the content is empty, too long, secret, or a time is impossible.
            AlreadyExists: the id belongs to an entry that says something else.
            FailedPrecondition: the tier is full or switched off; nothing was changed.
        """
        outcome = self.save_many(uid, [new])[0][0]
        if isinstance(outcome, RekindleError):
            raise outcome
        return outcome

    def save_many(
        self, uid: str, wanted: Sequence[NewEntry]
    ) -> tuple[list[Saved | RekindleError], Usage]:
        """Saves notes in one transaction, each on its own: what is refused keeps no other back.

        Returns:
            What became of each, in their order, and the usage afterwards.
        """
        now = self._clock()
        checked = [(new, _checked(new, now)) for new in wanted]
        texts = [content for _, content in checked if isinstance(content, str)]
        meanings = meanings_of(texts, self._embedder, now)

        def write(notebook: Notebook) -> tuple[list[Saved | RekindleError], Usage]:
            notebook.load(
                id_
                for new, content in checked
                if isinstance(content, str)
                for id_ in islice(candidates(notebook, uid, content, new), 1)
            )
            outcomes = [_saved(notebook, uid, new, content, meanings) for new, content in checked]
            return outcomes, notebook.usage

        return self._change(uid, now, write)

    def change(self, uid: str, id_: str, changes: dict[str, Any]) -> Saved:
        """Replaces fields of an entry; `tier` moves it to another.

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
        texts = [changes["content"]] if "content" in changes else []
        meanings = meanings_of(texts, self._embedder, now)

        def write(notebook: Notebook) -> Saved:
            old = _existing(notebook.get(id_), now)
            new = old.model_copy(update={**changes, "updated_at": now})
            check_enabled(notebook.settings, new.tier)
            if new.content != old.content:
                new = new.model_copy(update={"embed_due_at": meanings.due(new.content)})
            entry = notebook.replace(old, new, meanings.vector(new.content))
            return Saved(entry, notebook.usage, deduplicated=False)

        return self._change(uid, now, write)

    def delete(self, uid: str, id_: str) -> Usage:
        """Removes an entry for good; the usage afterwards.

        Raises:
            NotFound: there is no such entry.
        """
        now = self._clock()

        def remove(notebook: Notebook) -> tuple[Usage, bool]:
            notebook.remove([_existing(notebook.get(id_), now)])
            return notebook.usage, notebook.pages_to_merge

        usage, mergeable = self._change(uid, now, remove)
        if mergeable:
            self._merge_pages(uid)
        return usage

    def expire(self, uid: str) -> int:
        """Removes entries whose time is over, a page of them; how many."""
        now = self._clock()

        def remove(records: Records) -> int:
            ended = records.memory.find(
                uid, Where("expiresAt", "<=", now), order=Order("expiresAt"), limit=EXPIRED_PAGE
            )
            if ended:
                notebook = Notebook(records, uid, now)
                notebook.remove(ended)
                notebook.write()
            return len(ended)

        count = self._store.transact(remove)
        if count:
            self._merge_pages(uid)
        return count

    def embed_due(self, uid: str) -> int:
        """Asks again for the meaning of entries where that failed before; for how many.

        Raises:
            Unavailable: the model still does not answer; the entries stay due.
        """
        now = self._clock()
        due = self._store.memory.find(
            uid, Where("embedDueAt", "<=", now), order=Order("embedDueAt"), limit=EMBEDDED_PAGE
        )
        texts = list(dict.fromkeys(entry.content for entry in due))
        vectors = self._embedder.embed(texts) if self._embedder and texts else []
        known = dict(zip(texts, vectors, strict=False))

        def write(notebook: Notebook) -> None:
            notebook.load(entry.id for entry in due)
            for entry in due:
                stored = notebook.get(entry.id)
                if stored and stored.content == entry.content:
                    done = stored.model_copy(update={"embed_due_at": None})
                    notebook.replace(stored, done, known.get(entry.content))

        if due:
            self._change(uid, now, write)
        return len(due)

    def get(self, uid: str, id_: str) -> MemoryEntry:
        """One entry.

        Raises:
            NotFound: there is no such entry, or it has expired.
        """
        return _existing(self._store.memory.get(uid, id_), self._clock())

    def page(
        self, uid: str, wanted: Filter, limit: int, after: Cursor | None
    ) -> tuple[list[MemoryEntry], Usage, Cursor | None]:
        """A page of entries, newest first, the usage, and where the next page starts, if any."""
        now = self._clock()
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
        return alive, self.usage(uid), following

    def usage(self, uid: str) -> Usage:
        """How full the tiers are."""
        user, digest = self._store.overview(uid)
        digest = digest.model_copy(update={"limits": limits_of(user.settings)})
        return usage_of(live(digest, self._clock()))

    def _change(self, uid: str, now: datetime, work: Callable[[Notebook], T]) -> T:
        def write(records: Records) -> T:
            notebook = Notebook(records, uid, now)
            result = work(notebook)
            notebook.write()
            return result

        return self._store.transact(write)

    def _merge_pages(self, uid: str) -> None:
        """Makes few pages of many half-empty ones. If it stops, the next deletion goes on."""
        while self._change(uid, self._clock(), Notebook.merge_pages):
            pass


def _checked(new: NewEntry, now: datetime) -> str | RekindleError:
    """The content as it would be stored, or why not."""
    try:
        check_scope(new)
        content = checked_content(new.content)
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
    meanings: Meanings,
) -> Saved | RekindleError:
    if isinstance(content, RekindleError):
        return content
    try:
        entry, deduplicated = save(notebook, uid, content, new, meanings)
    except (FailedPrecondition, AlreadyExists) as error:
        return error
    return Saved(entry, notebook.usage, deduplicated)


def _existing(entry: MemoryEntry | None, now: datetime) -> MemoryEntry:
    if entry is None or is_expired(entry.expires_at, now):
        raise NotFound(
            "There is no memory entry with this id. GET /v1/memory lists those there are.",
            [{"reason": "NO_SUCH_ENTRY"}],
        )
    return entry

"""Purging: what the user wants forgotten goes from every stored document, to the letter.

The words are stored first, in a document of their own. Then the ordinary deletion runs, and after
it each document that holds the words is rewritten, page by page. If this stops
- before the words are stored: nothing has happened;
- before the deletion is refused, since somebody else changed the profile: the words are taken back;
- anywhere after that: sending the same request again, or any other that purges, goes on where the
  last page ended; a page may be rewritten twice, which changes nothing;
- before the document with the words goes: the next one finds nothing left, and removes it.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic import ValidationError

from shared.account.purged_facts import ever_said, places_of, removed, said_at, without
from shared.account.scrubbing import Scrubber, said_in, words_of
from shared.base.clock import Clock
from shared.base.deadline import time_left
from shared.base.errors import Aborted, InvalidArgument, NotFound
from shared.base.ids import derived_id
from shared.base.model import Model
from shared.base.reading import readable
from shared.documents.about import in_words, leaves
from shared.documents.changelog import ChangelogEntry
from shared.documents.forgotten import ForgottenPage, page_id
from shared.documents.memory import MemoryEntry
from shared.documents.profile import Pattern, Preference, Profile, Workflow
from shared.documents.purges import PURGE_ID, Purge
from shared.memory.notebook import Notebook
from shared.memory.notebooks import Notebooks
from shared.memory.quota import Quota
from shared.memory.splitting import ids_of_parts
from shared.ports import Collection as Documents
from shared.ports import Cursor, Order, Records, Store
from shared.profile.changelog import RETENTION
from shared.profile.habits.editing import Kind, habits_of
from shared.profile.user_state import updated

PAGE = 50
"""Documents per read, and at most as many per transaction."""
_TO_ANSWER = 3.0
"""Seconds of the request that are kept for its answer."""
_ORDERS = {
    "changelog": "version",
    "batches": "createdAt",
    "prompts": "createdAt",
    "sessions": "lastActiveAt",
    "memory": "position",
}
_STEPS = ("said: changelog", "said: batches", "user", *_ORDERS)
"""First, all that the purged items have ever said is collected; then it is removed."""

M = TypeVar("M", bound=Model)
T = TypeVar("T")


@dataclass(frozen=True)
class Purged:
    """What a deletion returned, and whether nothing is left to purge."""

    result: Any
    complete: bool


@dataclass(frozen=True)
class _Noted:
    """The words that are stored now, and those that were before."""

    words: Purge | None
    before: Purge | None


class PurgeService:
    """Purges what a user deletes. Every method may raise Unavailable."""

    def __init__(self, store: Store, clock: Clock, quota: Quota) -> None:
        self._store = store
        self._clock = clock
        self._notebooks = Notebooks(store, quota)

    def preferences(self, uid: str, ids: Collection[str] | None, delete: Callable[[], T]) -> Purged:
        """Deletes preferences with `delete`, and purges them.

        Args:
            uid: the user.
            ids: which ones; None for all.
            delete: the ordinary deletion.

        Raises:
            NotFound: `delete` found nothing, and nothing waits to be purged.
        """
        profile = self._store.users.get_or_new(uid).profile
        found = (*profile.preferences, *profile.past.preferences)
        chosen = [item for item in found if ids is None or item.id in ids]
        texts = [words for item in chosen for words in said_in(_json(item))]
        return self._purged(uid, Purge(texts=texts, ids=[item.id for item in chosen]), delete)

    def habit(self, uid: str, kind: Kind, id_: str, delete: Callable[[], T]) -> Purged:
        """Deletes a pattern or workflow with `delete`, and purges it.

        Raises:
            NotFound: `delete` found nothing, and nothing waits to be purged.
        """
        profile = self._store.users.get_or_new(uid).profile
        found = [*habits_of(profile, kind), *getattr(profile.past, f"{kind}s")]
        chosen = [item for item in found if item.id == id_]
        texts = [words for item in chosen for words in said_in(_json(item))]
        return self._purged(uid, Purge(texts=texts, ids=[item.id for item in chosen]), delete)

    def facts(
        self, uid: str, edit: Callable[[Profile], Profile], change: Callable[[], T]
    ) -> Purged:
        """Removes facts or skill levels with `change`, and purges what that takes away.

        Of a list that stays, only the elements that go are purged.

        Args:
            uid: the user.
            edit: what `change` does to a profile.
            change: the ordinary change.

        Raises:
            InvalidArgument: the change also sets something.
        """
        profile = self._store.users.get_or_new(uid).profile
        gone = removed(profile, edit(profile))
        if gone.adds:
            raise InvalidArgument.field(
                "purge", "only goes with a removal; set the rest in a request of its own"
            )
        purge = Purge(texts=gone.texts, paths=gone.paths, elements=gone.elements)
        return self._purged(uid, purge, change)

    def note(self, uid: str, id_: str, delete: Callable[[], T]) -> Purged:
        """Deletes a note with `delete`, and purges its text, that of its other parts included.

        Raises:
            NotFound: `delete` found nothing, and nothing waits to be purged.
        """
        note = self._store.memory.get(uid, id_)
        parts = [note] if note else []
        if note and note.part:
            parts = self._store.memory.get_many(uid, ids_of_parts(note))
        return self._purged(uid, Purge(texts=[part.content for part in parts]), delete)

    def profile(self, uid: str, delete: Callable[[], T]) -> Purged:
        """Clears the profile with `delete`, and purges all of it, with its earlier versions."""
        profile = self._store.users.get_or_new(uid).profile
        items: list[Preference | Pattern | Workflow] = [
            *profile.preferences,
            *profile.patterns,
            *profile.workflows,
            *profile.past.preferences,
            *profile.past.patterns,
            *profile.past.workflows,
        ]
        texts = [*_said_in_all(profile)]
        purge = Purge(texts=texts, ids=[item.id for item in items], everything=True)
        return self._purged(uid, purge, delete)

    def _purged(self, uid: str, purge: Purge, delete: Callable[[], T]) -> Purged:
        noted = self._noted(uid, purge)
        result: T | None = None
        try:
            result = delete()
        except NotFound:
            if not noted.words:
                raise
        except Aborted:
            self._withdraw(uid, noted)
            raise
        return Purged(result, complete=self._run(uid))

    def _noted(self, uid: str, purge: Purge) -> "_Noted":
        """Stores the words, with those that wait already."""

        def note(records: Records) -> _Noted:
            records.users.get(uid)  # a user who is being erased gets no documents
            stored = records.purges.get(uid, PURGE_ID)
            if purge == Purge():
                return _Noted(stored, stored)
            known = stored or Purge()
            joined = Purge(
                texts=list(dict.fromkeys([*known.texts, *purge.texts])),
                ids=list(dict.fromkeys([*known.ids, *purge.ids])),
                paths=list(dict.fromkeys([*known.paths, *purge.paths])),
                elements=list(dict.fromkeys([*known.elements, *purge.elements])),
                everything=known.everything or purge.everything,
            )
            records.purges.overwrite(uid, PURGE_ID, joined)
            return _Noted(joined, stored)

        return self._store.transact(note)

    def _withdraw(self, uid: str, noted: "_Noted") -> None:
        """Takes words back whose deletion was refused, unless another request has added some."""

        def withdraw(records: Records) -> None:
            if noted.words == noted.before or records.purges.get(uid, PURGE_ID) != noted.words:
                return
            if noted.before is None:
                records.purges.delete(uid, PURGE_ID)
            else:
                records.purges.overwrite(uid, PURGE_ID, noted.before)

        self._store.transact(withdraw)

    def _run(self, uid: str) -> bool:
        """Rewrites documents until there is no time left; returns whether nothing is left."""
        purge = self._store.purges.get(uid, PURGE_ID)
        if purge is None:
            return True
        for step in _STEPS:
            while step not in purge.done:
                if time_left() < _TO_ANSWER:
                    self._keep(uid, purge)
                    return False
                purge = self._go_on(uid, purge, step)
        self._store.transact(lambda records: records.purges.delete(uid, PURGE_ID))
        return True

    def _keep(self, uid: str, purge: Purge) -> None:
        def keep(records: Records) -> None:
            stored = records.purges.get(uid, PURGE_ID)
            # Another request may have added words, which start from the beginning.
            if stored is not None and set(stored.texts) <= set(purge.texts):
                records.purges.overwrite(uid, PURGE_ID, purge)

        self._store.transact(keep)

    def _go_on(self, uid: str, purge: Purge, step: str) -> Purge:
        if step == "user":
            self._store.transact(lambda records: _rewrite_user(records, uid, purge, self._clock))
            return _finished(purge, step)
        name = step.removeprefix("said: ")
        documents: Documents[Any] = getattr(self._store, name)
        order = Order(_ORDERS[name])
        page = documents.query(uid, order=order, limit=PAGE, after=_cursor(purge))
        if step != name:
            texts = [*purge.texts, *_all_said(page, purge)]
            purge = purge.model_copy(update={"texts": list(dict.fromkeys(texts))})
        elif name == "memory":
            self._rewrite_notes(uid, purge, page)
        else:
            self._rewrite(uid, purge, name, page)
        if len(page) < PAGE:
            return _finished(purge, step)
        value = _value(page[-1], order.field)
        number = value if isinstance(value, int) else None
        time = None if isinstance(value, int) else value
        place = {"after_id": page[-1].id, "after_number": number, "after_time": time}
        return purge.model_copy(update=place)

    def _rewrite(self, uid: str, purge: Purge, name: str, page: Sequence[Model]) -> None:
        scrubber = _scrubber(uid, purge)

        def scrubbed(item: Any) -> Any:
            if isinstance(item, ChangelogEntry):
                return _scrubbed_entry(item, scrubber, purge)
            return _scrubbed(item, scrubber)

        touched = [item.id for item in page if scrubbed(item) != item]  # type: ignore[attr-defined]
        if not touched:
            return

        def write(records: Records) -> None:
            records.users.get(uid)
            documents: Documents[Any] = getattr(records, name)
            for item in documents.get_many(uid, touched, lenient=True):
                documents.overwrite(uid, item.id, scrubbed(item))

        self._store.transact(write)

    def _rewrite_notes(self, uid: str, purge: Purge, page: Sequence[MemoryEntry]) -> None:
        scrubber = _scrubber(uid, purge)
        touched = [note.id for note in page if _scrubbed(note, scrubber) != note]
        now = self._clock()

        def write(notebook: Notebook) -> None:
            notebook.load(touched)
            for note in filter(None, map(notebook.get, touched)):
                changed = _scrubbed(note, scrubber)
                if changed.content != note.content:
                    changed = changed.model_copy(update={"embed_due_at": now})
                notebook.replace(note, changed)

        if touched:
            self._notebooks.change(uid, now, write)


def _rewrite_user(records: Records, uid: str, purge: Purge, clock: Clock) -> None:
    user = records.users.get(uid)
    if user is None:
        return
    scrubber = _scrubber(uid, purge)
    ids = [page_id(number) for number in user.forgotten_pages]
    pages: list[ForgottenPage] = records.forgotten.get_many(uid, ids)
    for page in pages:
        keys = list(dict.fromkeys(map(scrubber.text, page.keys)))
        if keys != page.keys:
            changed = page.model_copy(update={"keys": keys})
            records.forgotten.overwrite(uid, page.id, changed)
    after = user.model_copy(update={"profile": _scrubbed(user.profile, scrubber)})
    if purge.everything:
        after = after.model_copy(update={"snapshots": [], "snapshot_times": {}})
    records.users.save_state(uid, updated(after, clock()))


def _scrubbed_entry(entry: ChangelogEntry, scrubber: Scrubber, purge: Purge) -> ChangelogEntry:
    undo = scrubber.undo(entry.undo) if entry.undo and not purge.everything else None
    for place in (place for path in purge.paths for place in places_of(path)):
        changes, snapshot = without(entry.changes, place), without(entry.snapshot, place)
        entry = entry.model_copy(update={"changes": changes, "snapshot": snapshot})
    if purge.everything:
        gone: dict[str, Any] = {"changes": {}, "removed_items": [], "snapshot": None}
        ends = entry.expires_at or entry.created_at + RETENTION
        entry = entry.model_copy(update={**gone, "expires_at": ends})
    return _scrubbed(entry.model_copy(update={"undo": None}), scrubber).model_copy(
        update={"undo": undo}
    )


def _scrubbed(item: M, scrubber: Scrubber) -> M:
    """Returns a document without the words. Its id stays, and so do the ids that it names."""
    fields = _json(item)
    clean = scrubber.value(fields)
    kept: dict[str, Any] = {key: fields[key] for key in ("id", "promptIds") if key in fields}
    with suppress(ValidationError):
        return item if clean == fields else readable(type(item), {**clean, **kept})
    return item


def _scrubber(uid: str, purge: Purge) -> Scrubber:
    return Scrubber(purge.texts, purge.ids, derived_id("forgotten", uid)[:8], purge.paths)


def _json(item: Model) -> dict[str, Any]:
    return item.model_dump(mode="json", by_alias=True, exclude_none=True)


def _finished(purge: Purge, step: str) -> Purge:
    place = {"after_id": None, "after_number": None, "after_time": None}
    return purge.model_copy(update={**place, "done": [*purge.done, step]})


def _cursor(purge: Purge) -> Cursor | None:
    if purge.after_id is None:
        return None
    at = purge.after_time if purge.after_number is None else purge.after_number
    return Cursor(at, purge.after_id)


def _value(item: Model, field: str) -> Any:
    names = {info.alias or name: name for name, info in type(item).model_fields.items()}
    return getattr(item, names[field])


def _all_said(page: Iterable[Model], purge: Purge) -> Iterator[str]:
    for item in page:
        yield from words_of(_json(item), purge.ids)
        yield from ever_said(item, purge.paths, purge.elements)
        if isinstance(item, ChangelogEntry) and item.undo:
            yield from words_of(_delta(item.undo), purge.ids)


def _delta(undo: str) -> Any:
    try:
        return json.loads(undo)
    except (ValueError, RecursionError):
        return None


def _said_in_all(profile: Profile) -> Iterator[str]:
    fields = _json(profile)
    yield from said_in(fields)
    for path, value in leaves(fields["about"]):
        yield from said_at(path, value)
    yield from profile.skill_level.domains
    for fact in profile.past.facts:
        yield from map(in_words, fact.value if isinstance(fact.value, list) else [fact.value])
    yield from (withdrawn.text for withdrawn in profile.withdrawn)

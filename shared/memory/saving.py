"""Saving one note into a notebook: as a new entry, or over the one that says the same."""

from collections.abc import Iterator

from shared.base.errors import AlreadyExists
from shared.base.ids import derived_id
from shared.documents.memory import MemoryEntry
from shared.memory.dedupe import find_duplicate, key_of
from shared.memory.digest import is_expired
from shared.memory.embedding import Meanings
from shared.memory.notebook import Notebook
from shared.memory.rules import NewEntry, check_enabled, end_of, entry_of

MAX_TAGS = 20
"""Tags kept of an entry that was saved again with others."""


def candidates(notebook: Notebook, uid: str, content: str, new: NewEntry) -> Iterator[str]:
    """The ids under which the note may stand already, the likeliest first.

    A near-duplicate among the tiers or the newest of the archive, the id that the client gave, and
    the id that derives from what the note says, which finds an older one in the whole archive.
    """
    known = find_duplicate(content, notebook.entries(new.target))
    if known:
        yield known.id
    yield new.id or derived_id("memory", uid, new.target, key_of(content))


def save(
    notebook: Notebook, uid: str, content: str, new: NewEntry, meanings: Meanings
) -> tuple[MemoryEntry, bool]:
    """The entry as it stands after saving, and whether it was there already.

    Raises:
        AlreadyExists: the id belongs to an entry that says something else.
        FailedPrecondition: the tier is full or switched off; nothing was changed.
    """
    check_enabled(notebook.settings, new.target)
    known = next(candidates(notebook, uid, content, new))
    stored = notebook.get(known)
    if stored is not None and not is_expired(stored.expires_at, notebook.now):
        if stored.tier is new.target and _says(stored, content, notebook):
            return _refreshed(notebook, stored, new), True
        if new.id:
            raise AlreadyExists(
                "The id belongs to an entry that says something else. PATCH that entry, or save "
                "under another id.",
                [{"reason": "ID_TAKEN", "field": "id"}],
            )
        # The derived id belongs to an entry that was edited or moved since.
        return _save_beside(notebook, uid, content, new, meanings, stored)
    if stored is not None:
        notebook.remove([stored])
    return _added(notebook, known, content, new, meanings), False


def _says(stored: MemoryEntry, content: str, notebook: Notebook) -> bool:
    if key_of(stored.content) == key_of(content):
        return True
    same = [item for item in notebook.entries(stored.tier) if item.id == stored.id]
    return find_duplicate(content, same) is not None


def _save_beside(
    notebook: Notebook,
    uid: str,
    content: str,
    new: NewEntry,
    meanings: Meanings,
    other: MemoryEntry,
) -> tuple[MemoryEntry, bool]:
    """Saves under an id of its own a note whose first choice of id is taken by `other`."""
    id_ = derived_id("memory", uid, new.target, key_of(content), other.id)
    stored = notebook.get(id_)
    if stored is None:
        return _added(notebook, id_, content, new, meanings), False
    if stored.tier is new.target and key_of(stored.content) == key_of(content):
        return _refreshed(notebook, stored, new), True
    return _save_beside(notebook, uid, content, new, meanings, stored)


def _added(
    notebook: Notebook, id_: str, content: str, new: NewEntry, meanings: Meanings
) -> MemoryEntry:
    entry = entry_of(id_, content, new, notebook.settings, notebook.now)
    entry = entry.model_copy(update={"embed_due_at": meanings.due(content)})
    return notebook.add(entry, meanings.vector(content))


def _refreshed(notebook: Notebook, stored: MemoryEntry, new: NewEntry) -> MemoryEntry:
    """Saved again, an entry lives as long as the longer wish, and gains the new tags."""
    ends = end_of(new, notebook.now, notebook.settings)
    refreshed = stored.model_copy(
        update={
            "updated_at": notebook.now,
            "tags": list(dict.fromkeys([*stored.tags, *new.tags]))[:MAX_TAGS],
            "expires_at": max(stored.expires_at, ends) if stored.expires_at and ends else None,
        }
    )
    return notebook.replace(stored, refreshed)

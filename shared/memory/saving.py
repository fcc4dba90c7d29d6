"""Saving a note into a notebook: as a new entry, or by refreshing its duplicate."""

from shared.base.acting import current_connection
from shared.base.errors import AlreadyExists
from shared.base.ids import derived_id
from shared.base.sameness import same
from shared.documents.memory import MemoryEntry
from shared.memory.dedupe import find_duplicate, joined_content, key_of
from shared.memory.digest import is_expired
from shared.memory.embeddings import Embeddings
from shared.memory.notebook import Notebook
from shared.memory.rules import NewEntry, check_enabled, entry_of, expiry_of

MAX_TAGS = 20
"""How many tags an entry keeps when it is saved again with others."""


def id_for(notebook: Notebook, uid: str, content: str, new: NewEntry) -> str:
    """Returns the id under which to save a note, judging by what is stored.

    It is the id of a near-duplicate in the tier or among the newest archive entries; otherwise the
    id that the client chose; otherwise one derived from the content, which finds duplicates in the
    whole archive.
    """
    duplicate = find_duplicate(content, notebook.entries(new.target))
    if duplicate:
        return duplicate.id
    return usual_id(uid, content, new)


def usual_id(uid: str, content: str, new: NewEntry) -> str:
    """Returns the id under which a note is saved unless it has a near-duplicate."""
    return new.id or derived_id("memory", uid, new.target, key_of(content))


def free_id(notebook: Notebook, id_: str, content: str, new: NewEntry) -> str:
    """Returns the id for the first part of a note: `id_`, unless another note has taken it."""
    stored = notebook.get(id_)
    if stored is None or new.id or same(stored.content, content):
        return id_
    return free_id(notebook, derived_id("memory", id_, stored.id), content, new)


def save(
    notebook: Notebook, uid: str, content: str, new: NewEntry, id_: str, embeddings: Embeddings
) -> tuple[MemoryEntry, bool]:
    """Saves a note and returns the stored entry and whether it existed already.

    `id_` comes from `id_for`, with the notebook as it is.

    Raises:
        AlreadyExists: the id belongs to an entry with other content.
        KeyReused: the idempotency key belongs to a request that said something else.
        FailedPrecondition: the tier is full or switched off; nothing was changed.
    """
    check_enabled(notebook.settings, new.target)
    stored = notebook.get(id_)
    if stored is not None and not is_expired(stored.expires_at, notebook.now):
        if new.keyed and new.keyed.id == stored.id and new.keyed.is_repeated(stored.request):
            return stored, False
        if stored.tier is new.target and same(stored.content, content):
            return _refreshed(notebook, stored, content, new, embeddings), True
        if new.id:
            raise AlreadyExists(
                "This id belongs to an entry with other content. PATCH that entry, or save under "
                "another id.",
                [{"reason": "ID_TAKEN", "field": "id"}],
            )
        # The entry with the derived id has been edited or moved since.
        return _save_beside(notebook, uid, content, new, embeddings, stored)
    if stored is not None:
        notebook.remove([stored])
    return _added(notebook, id_, content, new, embeddings), False


def _save_beside(
    notebook: Notebook,
    uid: str,
    content: str,
    new: NewEntry,
    embeddings: Embeddings,
    other: MemoryEntry,
) -> tuple[MemoryEntry, bool]:
    """Saves a note under a further derived id, since `other` has taken the first one."""
    id_ = derived_id("memory", uid, new.target, key_of(content), other.id)
    stored = notebook.get(id_)
    if stored is None:
        return _added(notebook, id_, content, new, embeddings), False
    if stored.tier is new.target and same(stored.content, content):
        return _refreshed(notebook, stored, content, new, embeddings), True
    return _save_beside(notebook, uid, content, new, embeddings, stored)


def _added(
    notebook: Notebook, id_: str, content: str, new: NewEntry, embeddings: Embeddings
) -> MemoryEntry:
    entry = entry_of(id_, content, new, notebook.settings, notebook.now)
    written = {"embed_due_at": embeddings.due(content), "connection": current_connection()}
    entry = entry.model_copy(update=written)
    return notebook.add(entry, embeddings.vector(content))


def _refreshed(
    notebook: Notebook, stored: MemoryEntry, content: str, new: NewEntry, embeddings: Embeddings
) -> MemoryEntry:
    """Refreshes an entry: the later expiry of the two applies, and new tags are added.

    If the new content has words that the stored one lacks, it takes its place.

    Raises:
        FailedPrecondition: the new content would exceed the budget of the tier.
    """
    content = joined_content(stored.content, content)
    expires = expiry_of(new, notebook.now, notebook.settings)
    refreshed = stored.model_copy(
        update={
            "content": content,
            "embed_due_at": stored.embed_due_at
            if content == stored.content
            else embeddings.due(content),
            "updated_at": notebook.now,
            # What the user says as well is theirs from then on.
            "connection": stored.connection if current_connection() else None,
            "tags": list(dict.fromkeys([*stored.tags, *new.tags]))[:MAX_TAGS],
            "expires_at": max(stored.expires_at, expires)
            if stored.expires_at and expires
            else None,
        }
    )
    vector = None if content == stored.content else embeddings.vector(content)
    return notebook.replace(stored, refreshed, vector)

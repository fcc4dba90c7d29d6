"""Saving a note into a notebook: as a new entry, or by refreshing its duplicate."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from shared.base.acting import current_connection
from shared.base.errors import AlreadyExists
from shared.base.ids import derived_id
from shared.base.sameness import same
from shared.documents.memory import MemoryEntry
from shared.memory.authorship import THEIRS, changed
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
    whole archive. What has to wait changes no other note, so it has no near-duplicate.
    """
    if new.suspect:
        return usual_id(uid, content, new)
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
            return _again(notebook, uid, stored, content, new, embeddings)
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
        return _again(notebook, uid, stored, content, new, embeddings)
    return _save_beside(notebook, uid, content, new, embeddings, stored)


def _added(
    notebook: Notebook, id_: str, content: str, new: NewEntry, embeddings: Embeddings
) -> MemoryEntry:
    entry = entry_of(id_, content, new, notebook.settings, notebook.now)
    connection = current_connection()
    written = {
        "embed_due_at": embeddings.due(content),
        "connection": connection,
        "made_at": notebook.now if connection else None,
    }
    entry = entry.model_copy(update=written)
    if new.suspect:
        return notebook.hold(entry)
    return notebook.add(entry, embeddings.vector(content))


def _again(
    notebook: Notebook,
    uid: str,
    stored: MemoryEntry,
    content: str,
    new: NewEntry,
    embeddings: Embeddings,
) -> tuple[MemoryEntry, bool]:
    """Saves a note that is stored already; returns it, and whether it existed.

    What waits is accepted by its user's saving it, too. What gives orders changes no other note.
    """
    if stored.quarantined and not new.suspect:
        if current_connection():
            return _save_beside(notebook, uid, content, new, embeddings, stored)
        return accept(notebook, stored, {}, embeddings.due(content)), False
    if new.suspect:
        is_known = stored.quarantined or set(new.tags) <= set(stored.tags)
        if is_known and stored.content == content:
            return stored, True
        return _save_beside(notebook, uid, content, new, embeddings, stored)
    return _refreshed(notebook, stored, content, new, embeddings), True


def accept(
    notebook: Notebook,
    entry: MemoryEntry,
    changes: Mapping[str, Any],
    embed_due: datetime | None,
) -> MemoryEntry:
    """Takes an entry that has waited into its tier, or in the place of the one it replaces.

    It is the user's from then on.

    Args:
        notebook: the notes.
        entry: the entry.
        changes: what the user changes in it.
        embed_due: when to embed it; None if nothing does.

    Raises:
        The errors of `Notebook.add` and `Notebook.replace`; it still waits then.
    """
    check_enabled(notebook.settings, entry.tier)
    written = {**THEIRS, "updated_at": notebook.now, "embed_due_at": embed_due}
    accepted = entry.model_copy(update={**changes, **written})
    old = notebook.get(entry.replaces) if entry.replaces else None
    if old is None or old.quarantined:
        return notebook.release(accepted)
    kept = {"id": old.id, "created_at": old.created_at, "position": old.position, "page": old.page}
    kept |= {"part": old.part, "request": old.request, "quarantined": None, "replaces": None}
    replaced = notebook.replace(old, accepted.model_copy(update=kept))
    notebook.remove([entry])
    return replaced


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
    update = {
        "content": content,
        "embed_due_at": stored.embed_due_at
        if content == stored.content
        else embeddings.due(content),
        "tags": list(dict.fromkeys([*stored.tags, *new.tags]))[:MAX_TAGS],
        "expires_at": max(stored.expires_at, expires) if stored.expires_at and expires else None,
    }
    if (content, update["tags"]) == (stored.content, stored.tags) and current_connection():
        # Whoever says again what is there has changed nothing that could be taken back.
        refreshed = stored.model_copy(update={**update, "updated_at": notebook.now})
    else:
        refreshed = changed(stored, update, notebook.now)
    vector = None if content == stored.content else embeddings.vector(content)
    return notebook.replace(stored, refreshed, vector)

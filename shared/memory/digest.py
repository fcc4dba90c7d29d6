"""Pure functions on the digest: adding and removing entries, and hiding expired ones."""

from datetime import datetime

from shared.documents.memory import RECENT, DigestedEntry, MemoryDigest, MemoryEntry, Tier


def entries_of(digest: MemoryDigest, tier: Tier) -> list[DigestedEntry]:
    """Returns the digest's entries of a tier: all of them, or the newest of the archive."""
    if tier is Tier.MEMORY:
        return digest.memory
    return digest.user if tier is Tier.USER else digest.recent


def with_entry(
    digest: MemoryDigest, entry: MemoryEntry, replaced: MemoryEntry | None
) -> MemoryDigest:
    """Returns the digest after `entry` was added, or written in place of `replaced`.

    The digest lists only the newest archive entries, so changing an older one does not add it.
    """
    known = entries_of(digest, entry.tier)
    others = [other for other in known if other.id != entry.id]
    hidden = entry.tier is Tier.ARCHIVE and replaced is not None and len(others) == len(known)
    if hidden and len(others) == RECENT and entry.created_at <= others[-1].created_at:
        listed = others
    else:
        listed = sorted(
            [digested(entry), *others], key=lambda item: (item.created_at, item.id), reverse=True
        )
    added = 1 if entry.tier is Tier.ARCHIVE and replaced is None else 0
    return _with_list(digest, entry.tier, listed, digest.archived + added)


def without_entries(
    digest: MemoryDigest, removed: set[str], archived: int, newest: list[MemoryEntry] | None
) -> MemoryDigest:
    """Returns the digest after entries were removed.

    Args:
        digest: the digest before the removal.
        removed: the ids of the removed entries, in any tier.
        archived: how many of them were in the archive.
        newest: the newest archive entries, if `recent` has to be refilled; it may still contain
            removed ones.
    """
    return digest.model_copy(
        update={
            "memory": [item for item in digest.memory if item.id not in removed],
            "user": [item for item in digest.user if item.id not in removed],
            "recent": [item for item in digest.recent if item.id not in removed]
            if newest is None
            else [digested(item) for item in newest if item.id not in removed][:RECENT],
            "archived": max(0, digest.archived - archived),
            "version": digest.version + 1,
        }
    )


def live(digest: MemoryDigest, now: datetime) -> MemoryDigest:
    """Returns the digest without expired entries, which is what every read shows."""

    def kept(entries: list[DigestedEntry]) -> list[DigestedEntry]:
        return [item for item in entries if not is_expired(item.expires_at, now)]

    return digest.model_copy(
        update={
            "memory": kept(digest.memory),
            "user": kept(digest.user),
            "recent": kept(digest.recent),
        }
    )


def refilled(digest: MemoryDigest, newest: list[MemoryEntry]) -> MemoryDigest:
    """Returns the digest with `newest` as its recent archive entries."""
    return digest.model_copy(update={"recent": [digested(item) for item in newest[:RECENT]]})


def is_expired(expires_at: datetime | None, now: datetime) -> bool:
    """Returns whether an entry has expired."""
    return expires_at is not None and expires_at <= now


def digested(entry: MemoryEntry) -> DigestedEntry:
    """Returns the part of an entry that the digest keeps."""
    return DigestedEntry(
        id=entry.id,
        content=entry.content,
        created_at=entry.created_at,
        said_at=entry.updated_at if entry.updated_at > entry.created_at else None,
        expires_at=entry.expires_at,
    )


def _with_list(
    digest: MemoryDigest, tier: Tier, listed: list[DigestedEntry], archived: int
) -> MemoryDigest:
    field = "recent" if tier is Tier.ARCHIVE else tier.value
    if tier is Tier.ARCHIVE:
        listed = listed[:RECENT]
    return digest.model_copy(
        update={field: listed, "archived": archived, "version": digest.version + 1}
    )

"""Pure steps on the digest: an entry written, an entry gone, what is live at a moment."""

from datetime import datetime

from shared.documents.memory import RECENT, DigestedEntry, MemoryDigest, MemoryEntry, Tier


def entries_of(digest: MemoryDigest, tier: Tier) -> list[DigestedEntry]:
    """What the digest holds of a tier: all of it, or the newest of the archive."""
    if tier is Tier.MEMORY:
        return digest.memory
    return digest.user if tier is Tier.USER else digest.recent


def with_entry(
    digest: MemoryDigest, entry: MemoryEntry, replaced: MemoryEntry | None
) -> MemoryDigest:
    """The digest after `entry` was written over `replaced`, newest first.

    The archive shows its newest alone: an older entry that was changed stays out of sight.
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
    digest: MemoryDigest, gone: set[str], archived: int, newest: list[MemoryEntry] | None
) -> MemoryDigest:
    """The digest after entries went.

    Args:
        digest: as it was.
        gone: the ids of the entries that went, from any tier.
        archived: how many of them were in the archive.
        newest: the newest of the archive, those that went or not, where what it shows has to be
            filled up; None where it need not.
    """
    return digest.model_copy(
        update={
            "memory": [item for item in digest.memory if item.id not in gone],
            "user": [item for item in digest.user if item.id not in gone],
            "recent": [item for item in digest.recent if item.id not in gone]
            if newest is None
            else [digested(item) for item in newest if item.id not in gone][:RECENT],
            "archived": max(0, digest.archived - archived),
            "version": digest.version + 1,
        }
    )


def live(digest: MemoryDigest, now: datetime) -> MemoryDigest:
    """The digest without what has expired by `now`; reads show nothing else."""

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
    """The digest with the newest archive entries."""
    return digest.model_copy(update={"recent": [digested(item) for item in newest[:RECENT]]})


def is_expired(expires_at: datetime | None, now: datetime) -> bool:
    """Whether an entry has ended."""
    return expires_at is not None and expires_at <= now


def digested(entry: MemoryEntry) -> DigestedEntry:
    """What the digest keeps of an entry."""
    return DigestedEntry(
        id=entry.id,
        content=entry.content,
        created_at=entry.created_at,
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

"""Pure steps on the digest: an entry written, an entry gone, what is live at a moment."""

from datetime import datetime

from shared.memory.model import RECENT, DigestedEntry, MemoryDigest, MemoryEntry, Tier


def entries_of(digest: MemoryDigest, tier: Tier) -> list[DigestedEntry]:
    """What the digest holds of a tier: all of it, or the newest of the archive."""
    if tier is Tier.MEMORY:
        return digest.memory
    return digest.user if tier is Tier.USER else digest.recent


def with_entry(digest: MemoryDigest, entry: MemoryEntry, *, is_new: bool) -> MemoryDigest:
    """The digest after `entry` was written, newest first."""
    digested = _digested(entry)
    known = entries_of(digest, entry.tier)
    was_shown = any(other.id == entry.id for other in known)
    others = [other for other in known if other.id != entry.id]
    if entry.tier is Tier.ARCHIVE and not is_new and not was_shown:
        listed = others
    else:
        listed = sorted(
            [digested, *others], key=lambda item: (item.created_at, item.id), reverse=True
        )
    return _with_list(digest, entry.tier, listed, digest.archived + _archived(entry.tier, is_new))


def without_entry(
    digest: MemoryDigest, id_: str, tier: Tier, newest: list[MemoryEntry]
) -> MemoryDigest:
    """The digest after an entry was deleted; `newest` refills what the archive shows."""
    if tier is Tier.ARCHIVE:
        listed = [_digested(entry) for entry in newest if entry.id != id_]
        return _with_list(digest, tier, listed, max(0, digest.archived - 1))
    listed = [item for item in entries_of(digest, tier) if item.id != id_]
    return _with_list(digest, tier, listed, digest.archived)


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


def is_expired(expires_at: datetime | None, now: datetime) -> bool:
    """Whether an entry has ended."""
    return expires_at is not None and expires_at <= now


def _digested(entry: MemoryEntry) -> DigestedEntry:
    return DigestedEntry(
        id=entry.id,
        content=entry.content,
        created_at=entry.created_at,
        expires_at=entry.expires_at,
    )


def _archived(tier: Tier, is_new: bool) -> int:
    return 1 if is_new and tier is Tier.ARCHIVE else 0


def _with_list(
    digest: MemoryDigest, tier: Tier, listed: list[DigestedEntry], archived: int
) -> MemoryDigest:
    field = "recent" if tier is Tier.ARCHIVE else tier.value
    if tier is Tier.ARCHIVE:
        listed = listed[:RECENT]
    return digest.model_copy(
        update={field: listed, "archived": archived, "version": digest.version + 1}
    )

"""Budgets: how many characters a tier holds, and what happens when it is full (T-7, T-8)."""

from collections.abc import Iterable

from shared.base.errors import FailedPrecondition
from shared.base.model import Model
from shared.base.text import byte_length
from shared.documents.memory import DigestedEntry, MemoryDigest, Tier
from shared.documents.settings import Settings
from shared.memory.quota import Quota

TIER_BYTES = 200_000
"""Bytes that a tier may take in the digest. Only very many very short entries get there first."""
OVERHEAD = 80
"""Bytes of an entry in the digest beside its id and content: the names of its fields, two times."""


class TierUsage(Model):
    """How full a tier is, in characters of content."""

    chars: int
    limit: int
    percent: int
    entries: int


class ArchiveUsage(Model):
    """How many entries the archive holds, and the bytes that all notes take as search stores them.

    The archive has no budget, but the deployment grants a quota of both.
    """

    entries: int
    entries_limit: int
    bytes: int
    bytes_limit: int


class Usage(Model):
    """The usage of all tiers, which every memory response includes (T-9)."""

    memory: TierUsage
    user: TierUsage
    archive: ArchiveUsage


def usage_of(digest: MemoryDigest, settings: Settings, quota: Quota) -> Usage:
    """Returns the usage of all tiers; `digest` must not contain expired entries."""
    return Usage(
        memory=tier_usage(digest.memory, settings.memory_char_limit),
        user=tier_usage(digest.user, settings.user_char_limit),
        archive=ArchiveUsage(
            entries=digest.archived,
            entries_limit=quota.notes,
            bytes=sum(page.size for page in digest.pages),
            bytes_limit=quota.size,
        ),
    )


def tier_usage(entries: Iterable[DigestedEntry], limit: int) -> TierUsage:
    """Returns the usage of one tier, with `percent` rounded to the nearest integer."""
    sizes = [len(entry.content) for entry in entries]
    chars = sum(sizes)
    percent = round(100 * chars / limit) if limit else (100 if chars else 0)
    return TierUsage(chars=chars, limit=limit, percent=percent, entries=len(sizes))


def check_budget(
    tier: Tier,
    entries: list[DigestedEntry],
    limit: int,
    entry: DigestedEntry,
    replaced: DigestedEntry | None,
) -> None:
    """Refuses a write that would exceed the budget of a tier.

    Replacing an entry with one that is no longer is always allowed, even if the limit has been
    lowered since.

    Args:
        tier: the tier to write to.
        entries: the tier's current entries.
        limit: its budget, in characters.
        entry: the entry to write.
        replaced: the entry it replaces in this tier, if any.

    Raises:
        FailedPrecondition: with the usage and the entries, asking to replace or remove one.
    """
    usage = tier_usage(entries, limit)
    required = len(entry.content)
    freed = len(replaced.content) if replaced else 0
    held = sum(digest_size(other) for other in entries)
    added = digest_size(entry) - (digest_size(replaced) if replaced else 0)
    has_room = usage.chars - freed + required <= limit or 0 < required <= freed
    if has_room and (held + added <= TIER_BYTES or added <= 0):
        return
    full = (
        f"The {tier} tier holds {usage.chars:,} of {limit:,} characters ({usage.percent}%), and "
        f"this entry needs {required:,}."
        if not has_room
        else f"The {tier} tier holds {usage.entries:,} entries of {held:,} bytes, and this entry "
        f"would take it beyond {TIER_BYTES:,} bytes."
    )
    raise FailedPrecondition(
        f"{full} Replace or remove one of the entries listed, then save again. Nothing was "
        "changed.",
        [
            {
                "reason": "BUDGET_EXCEEDED",
                "target": tier,
                "usage": {"chars": usage.chars, "limit": limit, "percent": usage.percent},
                "required": required,
                "entries": [
                    {"id": other.id, "content": other.content, "chars": len(other.content)}
                    for other in entries
                ],
            }
        ],
    )


def digest_size(entry: DigestedEntry) -> int:
    """Returns the bytes that an entry takes in the digest, at most."""
    return byte_length(entry.id) + byte_length(entry.content) + OVERHEAD

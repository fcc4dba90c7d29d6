"""Budgets: how many characters a tier holds, and what happens when it is full (T-7, T-8)."""

from collections.abc import Iterable

from shared.base.errors import FailedPrecondition
from shared.base.model import Model
from shared.documents.memory import DigestedEntry, Limits, MemoryDigest, Tier
from shared.documents.settings import Settings


class TierUsage(Model):
    """How full a tier is, in characters of content."""

    chars: int
    limit: int
    percent: int
    entries: int


class ArchiveUsage(Model):
    """How many entries the archive holds. It has no budget."""

    entries: int


class Usage(Model):
    """The usage of all tiers, which every memory response includes (T-9)."""

    memory: TierUsage
    user: TierUsage
    archive: ArchiveUsage


def usage_of(digest: MemoryDigest) -> Usage:
    """Returns the usage of all tiers; `digest` must not contain expired entries."""
    return Usage(
        memory=tier_usage(digest.memory, digest.limits.memory),
        user=tier_usage(digest.user, digest.limits.user),
        archive=ArchiveUsage(entries=digest.archived),
    )


def limits_of(settings: Settings) -> Limits:
    """Returns the budgets of the tiers."""
    return Limits(memory=settings.memory_char_limit, user=settings.user_char_limit)


def tier_usage(entries: Iterable[DigestedEntry], limit: int) -> TierUsage:
    """Returns the usage of one tier, with `percent` rounded to the nearest integer."""
    sizes = [len(entry.content) for entry in entries]
    chars = sum(sizes)
    percent = round(100 * chars / limit) if limit else (100 if chars else 0)
    return TierUsage(chars=chars, limit=limit, percent=percent, entries=len(sizes))


def check_budget(
    tier: Tier, entries: list[DigestedEntry], limit: int, required: int, replaced: int = 0
) -> None:
    """Refuses a write that would exceed the budget of a tier.

    Replacing an entry with one that is no longer is always allowed, even if the limit has been
    lowered since.

    Args:
        tier: the tier to write to.
        entries: the tier's current entries.
        limit: its budget, in characters.
        required: the length of the entry to write.
        replaced: the length of the entry it replaces in this tier; 0 if it replaces none.

    Raises:
        FailedPrecondition: with the usage and the entries, asking to replace or remove one.
    """
    usage = tier_usage(entries, limit)
    if usage.chars - replaced + required <= limit or 0 < required <= replaced:
        return
    raise FailedPrecondition(
        f"The {tier} tier holds {usage.chars:,} of {limit:,} characters ({usage.percent}%), and "
        f"this entry needs {required:,}. Replace or remove one of the entries listed, then save "
        "again. Nothing was changed.",
        [
            {
                "reason": "BUDGET_EXCEEDED",
                "target": tier,
                "usage": {"chars": usage.chars, "limit": limit, "percent": usage.percent},
                "required": required,
                "entries": [
                    {"id": entry.id, "content": entry.content, "chars": len(entry.content)}
                    for entry in entries
                ],
            }
        ],
    )

"""Budgets: how many characters a tier holds, and what to do when it is full (tiers seed)."""

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
    """How much the archive holds. It has no budget."""

    entries: int


class Usage(Model):
    """What every memory response carries."""

    memory: TierUsage
    user: TierUsage
    archive: ArchiveUsage


def usage_of(digest: MemoryDigest) -> Usage:
    """The usage of all tiers; `digest` must hold no expired entries."""
    return Usage(
        memory=tier_usage(digest.memory, digest.limits.memory),
        user=tier_usage(digest.user, digest.limits.user),
        archive=ArchiveUsage(entries=digest.archived),
    )


def limits_of(settings: Settings) -> Limits:
    """The budgets of the tiers."""
    return Limits(memory=settings.memory_char_limit, user=settings.user_char_limit)


def tier_usage(entries: Iterable[DigestedEntry], limit: int) -> TierUsage:
    """The usage of one tier. `percent` is rounded to the nearest whole number."""
    sizes = [len(entry.content) for entry in entries]
    chars = sum(sizes)
    percent = round(100 * chars / limit) if limit else (100 if chars else 0)
    return TierUsage(chars=chars, limit=limit, percent=percent, entries=len(sizes))


def check_budget(
    tier: Tier, entries: list[DigestedEntry], limit: int, required: int, replaced: int = 0
) -> None:
    """Refuses a write that would take a tier over its budget.

    A write that makes an entry no longer is always taken, even where the limit was lowered since.

    Args:
        tier: the tier written to.
        entries: what it holds now.
        limit: its budget in characters.
        required: characters of the entry to write.
        replaced: characters of the entry of the tier that it replaces, if it does.

    Raises:
        FailedPrecondition: with the usage, the entries, and the request to replace or remove one.
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

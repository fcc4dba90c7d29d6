"""How habits, which are patterns and workflows, compare."""

from collections.abc import Sequence
from typing import TypeVar

from shared.documents.profile import Pattern, Workflow

Counted = TypeVar("Counted", Pattern, Workflow)


def most_frequent(items: Sequence[Counted], limit: int) -> list[Counted]:
    """Returns the `limit` most frequent (on a tie, the newer) in their original order.

    Those that the user has written are never evicted.
    """

    def rank(item: Counted) -> tuple[object, ...]:
        return item.source == "manual", item.frequency, item.last_seen

    manual = sum(item.source == "manual" for item in items)
    kept = {item.id for item in sorted(items, key=rank, reverse=True)[: max(limit, manual)]}
    return [item for item in items if item.id in kept]

"""How habits, which are patterns and workflows, compare."""

from collections.abc import Sequence
from typing import TypeVar

from shared.documents.profile import Pattern, Workflow

Counted = TypeVar("Counted", Pattern, Workflow)


def most_frequent(items: Sequence[Counted], limit: int) -> list[Counted]:
    """Returns the `limit` most frequent (on a tie, the newer) in their original order."""
    ranked = sorted(items, key=lambda item: (item.frequency, item.last_seen), reverse=True)
    kept = {item.id for item in ranked[:limit]}
    return [item for item in items if item.id in kept]

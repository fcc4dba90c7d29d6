"""How much room the parts of a profile may take: what is oldest makes room for what is new.

Lengths in characters and numbers of items alone would let one profile grow beyond what a document
of Firestore can hold, 1 MiB.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from pydantic_core import to_json

from shared.base.model import EARLIEST, Model

Item = TypeVar("Item", bound=Model)

_DETAILS: Mapping[str, Any] = {"metadata": {}, "steps": []}
"""What an ended item can do without."""


def size_of(value: Model | Sequence[Model]) -> int:
    """Returns the length of models as JSON, in bytes."""
    return len(to_json(value, by_alias=True, exclude_none=True))


def newest_within(items: Sequence[Item], count: int, size: int) -> list[Item]:
    """Returns the newest items, which stand last, as far as they fit; one at least.

    Args:
        items: the items, the oldest first.
        count: the most items.
        size: the most bytes.
    """
    kept = list(items)[-count:]
    if size_of(kept) <= size:
        return kept
    room, first = size - 2, len(kept) - 1
    room -= size_of(kept[first])
    while first and (room := room - size_of(kept[first - 1]) - 1) >= 0:
        first -= 1
    return kept[first:]


def history_within(
    history: Mapping[str, Sequence[Item]], size: int
) -> dict[str, list[Item]] | None:
    """Returns a history that fits, or None if it fits as it is.

    The oldest items of all kinds lose their details first, and go if that is not enough.

    Args:
        history: the ended items of each kind.
        size: the most bytes.
    """
    excess = sum(size_of(items) for items in history.values()) - size
    if excess <= 0:
        return None
    left: dict[tuple[str, int], Item] = {
        (kind, place): item for kind, items in history.items() for place, item in enumerate(items)
    }
    oldest_first = sorted(left, key=lambda key: _ended_at(left[key]))
    for key in oldest_first:
        if excess > 0:
            brief = _brief(left[key])
            excess -= size_of(left[key]) - size_of(brief)
            left[key] = brief
    for key in oldest_first:
        if excess > 0:
            excess -= size_of(left.pop(key)) + 1
    return {kind: [item for key, item in left.items() if key[0] == kind] for kind in history}


def _ended_at(item: Model) -> datetime:
    ending = getattr(item, "ended", None)
    at: datetime = ending.at if ending else EARLIEST
    return at


def _brief(item: Item) -> Item:
    """Returns an ended item with its newest quote, and without its details."""
    update = {name: empty for name, empty in _DETAILS.items() if getattr(item, name, None)}
    if quotes := getattr(item, "evidence", None):
        update["evidence"] = quotes[-1:]
    return item.model_copy(update=update)

"""How preferences relate: duplicates, conflicts, and what removing one restores."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shared.base.fields import MAX_METADATA, MAX_METADATA_KEYS, MAX_SENTENCE
from shared.base.text import clip, fold, same_meaning
from shared.documents.profile import Preference, PreferenceType

_OPPOSITES = {
    PreferenceType.LIKE: PreferenceType.DISLIKE,
    PreferenceType.DISLIKE: PreferenceType.LIKE,
}


def matching(
    preferences: Iterable[Preference], type_: PreferenceType, description: str
) -> Preference | None:
    """Returns the preference of this type with the same meaning, or None."""
    return next(
        (
            item
            for item in preferences
            if item.type == type_ and same_meaning(item.description, description)
        ),
        None,
    )


def with_preference(preferences: Sequence[Preference], item: Preference) -> list[Preference]:
    """Returns the list with `item` in place of the one with its id, or appended."""
    if all(other.id != item.id for other in preferences):
        return [*preferences, item]
    return [item if other.id == item.id else other for other in preferences]


def without_preferences(preferences: Sequence[Preference], removed: set[str]) -> list[Preference]:
    """Returns the list without the ids in `removed`; what they had superseded is active again."""
    return [
        item.model_copy(update={"active": True, "superseded_by": None})
        if item.superseded_by in removed
        else item
        for item in preferences
        if item.id not in removed
    ]


def joined_contexts(known: str, new: str) -> str:
    """Returns both contexts, cut if they are too long; the known one if it has the new one."""
    if fold(new) in fold(known):
        return known
    return clip(f"{known}; {new}" if known else new, MAX_SENTENCE)


def joined_metadata(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Returns both, the newer value of each key; only the newer ones if that would be too much."""
    joined = {**old, **new}
    size = len(json.dumps(joined, default=str, ensure_ascii=False))
    fits = size <= MAX_METADATA and len(joined) <= MAX_METADATA_KEYS
    return joined if fits else dict(new)


def resolve_conflict(
    preferences: Sequence[Preference], item: Preference, *, favor_item: bool = False
) -> tuple[list[Preference], Preference | None]:
    """Resolves a conflict between a like and a dislike of the same thing.

    The higher confidence wins; on a tie, the newer one. The loser stays in the list, inactive and
    with the winner's id.

    Args:
        preferences: the list, including `item`.
        item: the preference that was just added, reinforced or activated.
        favor_item: whether `item` always wins, because the user decided so.

    Returns:
        The resolved list, and the loser or None if there was no conflict.
    """
    opposite = _OPPOSITES.get(item.type)
    rival = opposite and matching(
        (other for other in preferences if other.active), opposite, item.description
    )
    if not rival:
        return list(preferences), None
    item_wins = favor_item or _strength(item) >= _strength(rival)
    winner, loser = (item, rival) if item_wins else (rival, item)
    settled = with_preference(
        preferences, winner.model_copy(update={"active": True, "superseded_by": None})
    )
    loser = loser.model_copy(update={"active": False, "superseded_by": winner.id})
    return with_preference(settled, loser), loser


def _strength(item: Preference) -> tuple[float, float]:
    return item.confidence, item.last_updated.timestamp()


def strongest(preferences: Sequence[Preference], limit: int) -> list[Preference]:
    """Returns the `limit` strongest in their original order. Manual ones are never evicted."""

    def rank(item: Preference) -> tuple[bool, bool, float, float]:
        return item.source == "manual", item.active, *_strength(item)

    manual = sum(item.source == "manual" for item in preferences)
    kept = {item.id for item in sorted(preferences, key=rank, reverse=True)[: max(limit, manual)]}
    return without_preferences(preferences, {item.id for item in preferences} - kept)

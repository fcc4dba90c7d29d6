"""Preferences among themselves: which are the same, which contradict, what leaving one does."""

from collections.abc import Iterable, Sequence

from shared.base.text import same_meaning
from shared.documents.profile import Preference, PreferenceType

_OPPOSITES = {
    PreferenceType.LIKE: PreferenceType.DISLIKE,
    PreferenceType.DISLIKE: PreferenceType.LIKE,
}


def matching(
    preferences: Iterable[Preference], type_: PreferenceType, description: str
) -> Preference | None:
    """The preference of this type that means the same, if there is one."""
    return next(
        (
            item
            for item in preferences
            if item.type == type_ and same_meaning(item.description, description)
        ),
        None,
    )


def with_preference(preferences: Sequence[Preference], item: Preference) -> list[Preference]:
    """The list with `item` in the place of the one with its id, or at the end."""
    if all(other.id != item.id for other in preferences):
        return [*preferences, item]
    return [item if other.id == item.id else other for other in preferences]


def without_preferences(preferences: Sequence[Preference], gone: set[str]) -> list[Preference]:
    """The list without the ids in `gone`; what one of them had superseded comes back."""
    return [
        item.model_copy(update={"active": True, "superseded_by": None})
        if item.superseded_by in gone
        else item
        for item in preferences
        if item.id not in gone
    ]


def resolve_conflict(
    preferences: Sequence[Preference], item: Preference, *, favour_item: bool = False
) -> tuple[list[Preference], Preference | None]:
    """Settles a like against a dislike of the same thing.

    The higher confidence wins, the newer at a tie, and `item` wins in any case where the user
    asked for it. The loser stays, inactive, pointing to the winner.

    Args:
        preferences: the list, `item` in it.
        item: the preference that was just added, reinforced or activated.
        favour_item: whether the user decided for it.

    Returns:
        The settled list, and the loser, or None where there was no conflict.
    """
    opposite = _OPPOSITES.get(item.type)
    rival = opposite and matching(
        (other for other in preferences if other.active), opposite, item.description
    )
    if not rival:
        return list(preferences), None
    item_wins = favour_item or _strength(item) >= _strength(rival)
    winner, loser = (item, rival) if item_wins else (rival, item)
    settled = with_preference(
        preferences, winner.model_copy(update={"active": True, "superseded_by": None})
    )
    loser = loser.model_copy(update={"active": False, "superseded_by": winner.id})
    return with_preference(settled, loser), loser


def _strength(item: Preference) -> tuple[float, float]:
    return item.confidence, item.last_updated.timestamp()


def within_limit(preferences: Sequence[Preference], limit: int) -> list[Preference]:
    """The `limit` strongest, in the order they stood in. Manual ones are never pushed out."""

    def rank(item: Preference) -> tuple[bool, bool, float, float]:
        return item.source == "manual", item.active, *_strength(item)

    manual = sum(item.source == "manual" for item in preferences)
    kept = {item.id for item in sorted(preferences, key=rank, reverse=True)[: max(limit, manual)]}
    return without_preferences(preferences, {item.id for item in preferences} - kept)

"""How preferences relate: duplicates, conflicts, and what removing one restores."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from shared.base.fields import MAX_METADATA, MAX_METADATA_KEYS, MAX_SENTENCE
from shared.base.sameness import Relation, comparison, relation, repeats
from shared.base.text import clip, fold
from shared.documents.profile import Preference, PreferenceType
from shared.documents.slots import Slot
from shared.profile.slots import held_by_preference


def matching(
    preferences: Iterable[Preference], type_: PreferenceType, description: str
) -> Preference | None:
    """Returns the preference of this type with the same meaning, or None."""
    return next(
        (
            item
            for item in preferences
            if item.type == type_
            and repeats(item.description, description, against=type_ is PreferenceType.DISLIKE)
        ),
        None,
    )


def with_preference(preferences: Sequence[Preference], item: Preference) -> list[Preference]:
    """Returns the list with `item` in place of the one with its id, or appended."""
    if all(other.id != item.id for other in preferences):
        return [*preferences, item]
    return [item if other.id == item.id else other for other in preferences]


def anything(_: Preference) -> bool:
    """What comes back if the user deletes what superseded it: whatever it was."""
    return True


def nothing(_: Preference) -> bool:
    """What comes back if words end what superseded it."""
    return False


def what_lost_by_confidence(item: Preference) -> bool:
    """What comes back if what superseded it fades out or is evicted: nothing that words decided."""
    return item.superseded_at is None


def without_preferences(
    preferences: Sequence[Preference],
    removed: set[str],
    *,
    revived: Callable[[Preference], bool] = anything,
) -> list[Preference]:
    """Returns the list without the ids in `removed`.

    Args:
        preferences: the list.
        removed: the ids to remove.
        revived: says of an item that one of them had superseded whether it is active again.
    """
    return [
        _active(item) if item.superseded_by in removed and revived(item) else item
        for item in preferences
        if item.id not in removed
    ]


def joined_contexts(known: str, new: str) -> str:
    """Returns both contexts, cut if they are too long; the known one if it has the new one."""
    if fold(new) in fold(known):
        return known
    return clip(f"{known}; {new}" if known else new, MAX_SENTENCE)


def without_faded_preferences(
    preferences: Sequence[Preference], removed: set[str]
) -> list[Preference]:
    """Returns the list without the ids in `removed`, which have faded out or were evicted."""
    return without_preferences(preferences, removed, revived=what_lost_by_confidence)


def _active(item: Preference) -> Preference:
    return item.model_copy(update={"active": True, "superseded_by": None, "superseded_at": None})


def joined_metadata(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Returns both, the newer value of each key; only the newer ones if that would be too much."""
    joined = {**old, **new}
    size = len(json.dumps(joined, default=str, ensure_ascii=False))
    fits = size <= MAX_METADATA and len(joined) <= MAX_METADATA_KEYS
    return joined if fits else dict(new)


def rivals_of(item: Preference, preferences: Iterable[Preference]) -> list[Preference]:
    """Returns the active preferences that cannot hold beside `item`."""
    others = (other for other in preferences if other.active and other.id != item.id)
    return [other for other in others if are_rivals(item, other)]


def are_rivals(one: Preference, other: Preference) -> bool:
    """Returns whether two preferences cannot both hold.

    They give the same slot another value, or say the opposite in other words.
    """
    said, theirs_said = _spoken(one), _spoken(other)
    opposite = relation(said, theirs_said)
    if comparison(said) or comparison(theirs_said):
        return opposite is Relation.REVERSED
    held = held_by_preference(one.type, one.description, one.slot)
    theirs = held_by_preference(other.type, other.description, other.slot)
    if held and theirs and (held.slot, held.key) == (theirs.slot, theirs.key):
        return held.is_rival_of(theirs)
    # Who likes the one may well dislike its opposite.
    return opposite is Relation.OPPOSED and one.type == other.type


def _spoken(item: Preference) -> str:
    """Returns what it says, with a verb where only its slot shows a comparison: "tea to milk"."""
    is_bare = item.slot is Slot.COMPARISON and comparison(item.description) is None
    return f"prefers {item.description}" if is_bare else item.description


def resolve_conflict(
    preferences: Sequence[Preference], item: Preference, *, favor_item: bool = False
) -> tuple[list[Preference], Preference | None]:
    """Resolves the conflicts of a preference that no newer words have decided.

    The higher confidence wins; on a tie, the newer one. The loser stays in the list, inactive and
    with the winner's id.

    Args:
        preferences: the list, including `item`.
        item: the preference that was just added, reinforced or activated.
        favor_item: whether `item` always wins, because the user decided so.

    Returns:
        The resolved list, and the last loser or None if there was no conflict.
    """
    settled, loser = list(preferences), None
    for rival in rivals_of(item, preferences):
        item_wins = favor_item or strength(item) >= strength(rival)
        winner, loser = (item, rival) if item_wins else (rival, item)
        settled = with_preference(settled, _active(winner))
        loser = loser.model_copy(update={"active": False, "superseded_by": winner.id})
        settled = with_preference(settled, loser)
        if not item_wins:
            break
    return settled, loser


def strength(item: Preference) -> tuple[float, float]:
    """Returns the key by which two inferred preferences compare: confidence, then time."""
    return item.confidence, item.last_updated.timestamp()


def strongest(preferences: Sequence[Preference], limit: int) -> list[Preference]:
    """Returns the `limit` strongest in their original order. Manual ones are never evicted."""

    def rank(item: Preference) -> tuple[bool, bool, float, float]:
        return item.source == "manual", item.active, *strength(item)

    manual = sum(item.source == "manual" for item in preferences)
    kept = {item.id for item in sorted(preferences, key=rank, reverse=True)[: max(limit, manual)]}
    return without_faded_preferences(preferences, {item.id for item in preferences} - kept)

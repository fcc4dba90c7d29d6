"""What was true once: moves items out of the present, and keeps them as history."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from shared.documents.lifetime import Ending
from shared.documents.profile import (
    MAX_PAST,
    Past,
    PastFact,
    Pattern,
    Preference,
    Profile,
    Workflow,
)
from shared.profile.preferences import nothing, without_preferences

Ended = TypeVar("Ended", Preference, Pattern, Workflow)


def with_past_items(profile: Profile, endings: Mapping[str, Ending]) -> Profile:
    """Returns the profile with the items of these ids ended.

    What an ended preference had superseded stays superseded: the words that ended the one do not
    bring back the other.
    """
    past = profile.past
    released = without_preferences(profile.preferences, set(endings), revived=nothing)
    return profile.model_copy(
        update={
            "preferences": released,
            "patterns": [item for item in profile.patterns if item.id not in endings],
            "workflows": [item for item in profile.workflows if item.id not in endings],
            "past": Past(
                preferences=_newest(past.preferences, _those(profile.preferences, endings)),
                patterns=_newest(past.patterns, _those(profile.patterns, endings)),
                workflows=_newest(past.workflows, _those(profile.workflows, endings)),
                facts=past.facts,
            ),
        }
    )


def with_past_facts(profile: Profile, facts: Sequence[PastFact]) -> Profile:
    """Returns the profile with facts added to its history."""
    past = profile.past
    kept = [*past.facts, *facts][-MAX_PAST:]
    lists = {"preferences": past.preferences, "patterns": past.patterns}
    return profile.model_copy(update={"past": Past(**lists, workflows=past.workflows, facts=kept)})


def _those(items: Sequence[Ended], endings: Mapping[str, Ending]) -> list[Ended]:
    return [_ended(item, endings[item.id]) for item in items if item.id in endings]


def _ended(item: Ended, ending: Ending) -> Ended:
    until = min(filter(None, (item.valid_to, ending.at)))
    update: dict[str, object] = {"ended": ending, "valid_to": until}
    if isinstance(item, Preference):
        update |= {"active": False, "valid_from": item.valid_from or item.created_at}
    return item.model_copy(update=update)


def _newest(known: Sequence[Ended], ended: Sequence[Ended]) -> list[Ended]:
    new: set[str] = {item.id for item in ended}
    kept: list[Ended] = [item for item in known if item.id not in new]
    kept.extend(ended)
    return kept[-MAX_PAST:]

"""What was true once: moves items out of the present, and keeps them as history."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from shared.documents.about import About, get_leaf, with_leaf
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import (
    MAX_PAST,
    AboutMeta,
    Past,
    PastFact,
    Pattern,
    Preference,
    Profile,
    Workflow,
)
from shared.profile.preferences import nothing, without_preferences

RESTORED = 0.85
"""The confidence of a fact that holds again: it was stated outright once."""
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


def with_replaced_fact(profile: Profile, winner: str) -> Profile:
    """Returns the profile with the fact that the item or path `winner` had replaced, if any.

    A stay in Lisbon until Friday leaves the user at home in Hamburg again.
    """
    past = profile.past
    replaced = [fact for fact in past.facts if fact.ended.replaced_by == winner]
    facts = profile.about.to_json()
    if not replaced or get_leaf(facts, replaced[-1].path) is not None:
        return profile
    fact = replaced[-1]
    path = fact.path
    later = [each for each in past.facts if each.path == path and each.ended.at > fact.ended.at]
    if any(each.ended.by is not EndedBy.PASSED for each in later):
        return profile  # Something else has held there in between.
    seen = fact.stated_at or fact.valid_from or fact.ended.at
    meta = AboutMeta(
        path=path,
        first_seen=fact.valid_from or seen,
        last_seen=seen,
        confidence=RESTORED,
        source=fact.source,
        stated_at=fact.stated_at,
        valid_from=fact.valid_from,
    )
    return profile.model_copy(
        update={
            "about": About.model_validate(with_leaf(facts, path, fact.value)),
            "about_meta": [*profile.about_meta, meta],
            "past": past.model_copy(
                update={"facts": [each for each in past.facts if each is not fact]}
            ),
        }
    )


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

"""Proposals that wait for the user: which of them later words or acts have settled."""

from collections.abc import Callable, Collection, Hashable
from datetime import datetime
from typing import Any

from shared.base.sameness import same_object
from shared.documents.about import LIST_PATHS, elements_like, get_leaf, leaves, name_of
from shared.documents.profile import OVERALL, PreferenceType, Profile, Proposed

SKILLS = "skillLevel."
"""What the paths of proposed skill levels begin with."""


def settled(profile: Profile, stated: Collection[str], at: datetime, value: Any = None) -> Profile:
    """Returns the profile without the proposals that contest what was stated again.

    Args:
        profile: the profile.
        stated: the ids or paths of what the user has stated, or changed by hand.
        at: when; what was said later still waits.
        value: the element that was stated, if only one of a list was.
    """

    def waits(item: Proposed) -> bool:
        if item.contests not in stated or (item.evidence and item.evidence.at > at):
            return True
        path, contested = item.contests or "", item.contested_value
        if value is None or contested is None:
            return False
        return name_of(path, contested) != name_of(path, value)

    return _with_those(profile, waits)


def with_open_proposals(profile: Profile) -> Profile:
    """Returns the profile without the proposals that contest something that is gone."""
    facts = profile.about.to_json()
    there = {item.id for item in (*profile.preferences,)}
    there |= {item.id for item in profile.patterns} | {item.id for item in profile.workflows}
    there |= {path for path, _ in leaves(facts)}
    there |= set(profile.skill_level.domains)
    there |= {OVERALL} if profile.skill_level.overall else set()

    def waits(item: Proposed) -> bool:
        if item.contests is None:
            return True
        if item.contested_value is None or item.contests not in LIST_PATHS:
            return item.contests in there
        known = get_leaf(facts, item.contests) or []
        return bool(elements_like(known, item.contests, item.contested_value))

    return _with_those(profile, waits)


def without_retracted_proposals(
    profile: Profile, text: str, scope: str, at: datetime, scope_of: Callable[[Proposed], str]
) -> Profile:
    """Returns the profile without the proposals of what words end or take back.

    Args:
        profile: the profile.
        text: what the words say is over, or was never so.
        scope: which of the things that can be said of it are meant; empty for all of them.
        at: the time of the words; what was said later still waits.
        scope_of: returns the scope of what a proposal says.
    """

    def waits(item: Proposed) -> bool:
        if item.ends or item.why == "evicted" or (item.evidence and item.evidence.at > at):
            return True
        return (scope and scope_of(item) != scope) or not same_object(text_of(item), text)

    return _with_those(profile, waits) if text else profile


def text_of(item: Proposed) -> str:
    """Returns what a proposal says, without its path or level."""
    for part in (item.preference, item.pattern, item.workflow):
        if part is not None:
            return part.description
    path = item.path or ""
    return path.removeprefix(SKILLS) if path.startswith(SKILLS) else name_of(path, item.value)


def type_of(item: Proposed) -> PreferenceType | None:
    """Returns the type of a proposed preference."""
    return item.preference.type if item.preference else None


def question_of(item: Proposed) -> Hashable | None:
    """Returns what a proposal is the answer to, so that the newest one is enough; None if it
    is the only one.
    """
    if item.why == "evicted":
        return None
    if item.contests:
        path, value = item.contests, item.contested_value
        return path, name_of(path, value) if value is not None else ""
    if item.path and item.path not in LIST_PATHS:
        return item.path, ""
    return None


def _with_those(profile: Profile, waits: Callable[[Proposed], bool]) -> Profile:
    kept = [item for item in profile.proposals if waits(item)]
    if len(kept) == len(profile.proposals):
        return profile
    return profile.model_copy(update={"proposals": kept})

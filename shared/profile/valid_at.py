"""What was true at a time, by what is known. Pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, TypeVar

from shared.documents.about import LIST_PATHS, About, get_leaf, with_leaf
from shared.documents.profile import PastFact, SkillLevel
from shared.profile.shown import (
    ShownMeta,
    ShownPattern,
    ShownPreference,
    ShownProfile,
    ShownWorkflow,
)

Habit = TypeVar("Habit", ShownPattern, ShownWorkflow)
_SKILL = "skillLevel."


def valid_at(profile: ShownProfile, at: datetime) -> ShownProfile:
    """Returns what of a profile was true at a time, in the past or in the future.

    An item is true from its `validFrom`, or else from when it was first stated, until its `validTo`
    or the words that ended it. What has ended or was superseded later counts as active. The values
    of a list of facts have no times of their own, but for those that have ended; what was inactive
    because the user said so stays inactive.

    Args:
        profile: the profile, with what has ended.
        at: the time.
    """
    metas = [meta for meta in profile.about_meta if _holds(meta.valid_from, _end_of(meta), at)]
    facts = profile.about.to_json()
    for path in {meta.path for meta in profile.about_meta} - {meta.path for meta in metas}:
        facts = with_leaf(facts, path, None)
    past = [fact for fact in profile.ended or [] if _was_true(fact, at)]
    for fact in past:
        if not fact.path.startswith(_SKILL):
            facts = _with_fact(facts, fact.path, fact.value)
    return profile.model_copy(
        update={
            "about": About.model_validate(facts),
            "about_meta": metas,
            "preferences": [
                _active(item)
                for item in profile.preferences
                if _holds(item.valid_from or item.created_at, _end_of(item), at)
            ],
            "patterns": _habits(profile.patterns, at),
            "workflows": _habits(profile.workflows, at),
            "skill_level": _skills(profile.skill_level, past),
            "ended": None,
        }
    )


def _holds(start: datetime | None, end: datetime | None, at: datetime) -> bool:
    return (start is None or start <= at) and (end is None or at < end)


def _was_true(fact: PastFact, at: datetime) -> bool:
    return _holds(fact.valid_from or fact.stated_at, fact.valid_to or fact.ended.at, at)


def _end_of(
    item: ShownPreference | ShownPattern | ShownWorkflow | ShownMeta,
) -> datetime | None:
    ended = getattr(item, "ended", None)
    return item.valid_to or (ended.at if ended else None)


def _active(item: ShownPreference) -> ShownPreference:
    if not (item.ended or item.superseded_by):
        return item
    return item.model_copy(update={"active": True, "superseded_by": None, "superseded_at": None})


def _habits(items: Sequence[Habit], at: datetime) -> list[Habit]:
    return [item for item in items if _holds(_start_of(item), _end_of(item), at)]


def _start_of(item: ShownPattern | ShownWorkflow) -> datetime:
    return item.valid_from or min([item.last_seen, *(quote.at for quote in item.evidence)])


def _with_fact(facts: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    known = get_leaf(facts, path)
    if path not in LIST_PATHS:
        return with_leaf(facts, path, value)
    values = value if isinstance(value, list) else [value]
    return with_leaf(facts, path, [*(known or []), *(v for v in values if v not in (known or []))])


def _skills(now: SkillLevel, past: Sequence[PastFact]) -> SkillLevel:
    """Returns the levels with those that have ended since; the others have no times."""
    levels = {
        fact.path.removeprefix(_SKILL).removeprefix("domains."): fact.value
        for fact in past
        if fact.path.startswith(_SKILL)
    }
    if not levels:
        return now
    overall = levels.pop("overall", now.overall)
    return SkillLevel.model_validate(
        {"overall": overall, "domains": {**now.domains, **levels}, "declared": now.declared}
    )

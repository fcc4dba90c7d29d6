"""What an answer to a proposal does to the profile. Pure edits."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal

from shared.base.errors import InvalidArgument
from shared.base.ids import derived_id
from shared.base.sameness import same
from shared.documents.about import LIST_PATHS, get_leaf, in_words, with_leaf
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import Level, Pattern, Preference, Profile, Proposed, Workflow
from shared.inbox.corrections import checked_text, checked_value
from shared.inbox.verdicts import confirmed, ended
from shared.profile import edits, forgotten
from shared.profile.habits.skills import with_level
from shared.profile.preferences import matching, resolve_conflict, with_preference
from shared.profile.proposals import SKILLS
from shared.profile.slots import held_by_fact

Answer = Literal["accept", "reject", "correct"]
Habit = Pattern | Workflow


def of_proposal(
    profile: Profile, item: Proposed, answer: Answer, correction: Any, now: datetime
) -> Profile:
    """Returns the profile after the user's answer to a proposal, which waits no more.

    Raises:
        InvalidArgument: the correction does not fit.
    """
    if answer == "reject":
        return _refused(profile, item, now)
    if answer == "correct":
        return _stated(_without_contested(profile, item, now), item, correction, now)
    base = _without_contested(profile, item, now)
    if item.ends:
        return base
    if item.path and not item.path.startswith(SKILLS):
        return _with_fact(base, item, now)
    if item.path:
        return _with_skill(base, item)
    if item.preference:
        return _with_preference(base, item, item.preference, now)
    habits = _kept("patterns", base.patterns, item.pattern, now)
    habits |= _kept("workflows", base.workflows, item.workflow, now)
    return base.model_copy(update=habits)


def _refused(profile: Profile, item: Proposed, now: datetime) -> Profile:
    """What the user does not want to have learned is not learned again.

    What it contests holds, as of now: only newer words ask about it again.
    """
    if item.why == "evicted":
        return profile
    if item.contests:
        profile = confirmed(profile, item.contests, now, is_stated=True) or profile
    if item.ends:
        return profile
    if item.preference:
        key = forgotten.key("preference", item.preference.type, item.preference.description)
    elif item.pattern:
        key = forgotten.key("pattern", "", item.pattern.description)
    elif item.workflow:
        key = forgotten.key("workflow", "", item.workflow.description)
    elif item.path and item.path.startswith(SKILLS):
        key = forgotten.key("skill", "", item.path.removeprefix(SKILLS))
    else:
        key = forgotten.key("about", item.path or "", in_words(item.value))
    keys = forgotten.remember_deletion(profile.forgotten, key)
    return profile.model_copy(update={"forgotten": keys})


def _without_contested(profile: Profile, item: Proposed, now: datetime) -> Profile:
    """Ends what a proposal contests, unless the proposed fact just takes its place."""
    if not item.contests:
        return profile
    if item.contests == item.path and item.contested_value is None and not item.ends:
        return profile
    evidence = item.evidence
    ending = Ending(
        at=evidence.at if evidence else now,
        by=EndedBy.SAID if item.ends else EndedBy.REPLACED,
        quote=evidence.quote if evidence else None,
        prompt_id=evidence.prompt_id if evidence else None,
    )
    return ended(profile, item.contests, ending, item.contested_value)


def _with_fact(profile: Profile, item: Proposed, now: datetime) -> Profile:
    """Adds an accepted fact. It holds as long as the words say.

    What is only approved counts as learned, so that it fades like the rest.
    """
    path = item.path or ""
    known = next((meta for meta in profile.about_meta if meta.path == path), None)
    profile = _declared(profile, path, item.value, now)
    is_learned = item.why not in ("proposal", "quarantined") and not (
        known and known.source == "declared"
    )
    stays = path in LIST_PATHS and known is not None
    update = {
        "stated_at": item.evidence.at if item.evidence else now,
        "valid_from": item.valid_from or (item.evidence.at if item.evidence else now),
        "valid_to": None if stays else item.valid_to,
        "ageing": None if stays else item.ageing,
        **({"source": "learned", "confidence": item.confidence} if is_learned else {}),
    }
    metas = [
        meta.model_copy(update=update) if meta.path == path else meta for meta in profile.about_meta
    ]
    return profile.model_copy(update={"about_meta": metas})


def _declared(profile: Profile, path: str, value: Any, now: datetime) -> Profile:
    if path in LIST_PATHS:
        new = held_by_fact(path, value)
        known = get_leaf(profile.about.to_json(), path) or []
        rivals = [
            each
            for each in known
            if new and (held := held_by_fact(path, each)) and new.is_rival_of(held)
        ]
        value = [*(each for each in known if each not in rivals and each != value), value]
    return edits.patch_about(profile, with_leaf({}, path, value), now)


def _with_preference(
    profile: Profile, item: Proposed, proposed: Preference, now: datetime
) -> Profile:
    """Adds an accepted preference, unless it has been learned again since."""
    source = "learned" if item.why == "approval" else "manual"
    known = matching(profile.preferences, proposed.type, proposed.description)
    new = (known or proposed).model_copy(
        update={"source": source, "active": True, "superseded_by": None, "last_updated": now}
    )
    preferences, _ = resolve_conflict(
        with_preference(profile.preferences, new), new, favor_item=True
    )
    return profile.model_copy(update={"preferences": preferences})


def _kept(
    name: str, habits: Sequence[Habit], proposed: Habit | None, now: datetime
) -> dict[str, list[Habit]]:
    """Adds an accepted habit, unless it has been learned again since.

    It counts at least as often as the rarest one, so that it stays where there is a limit.
    """
    if proposed is None:
        return {}
    known = next(
        (each for each in habits if same(each.description, proposed.description)), proposed
    )
    rarest = min((each.frequency for each in habits), default=1)
    frequency = max(known.frequency, proposed.frequency, rarest)
    kept = known.model_copy(update={"frequency": frequency, "last_seen": now})
    return {name: [*(each for each in habits if each.id != known.id), kept]}


def _stated(profile: Profile, item: Proposed, correction: Any, now: datetime) -> Profile:
    """Takes the user's own words in the place of a proposal."""
    if item.path and not item.path.startswith(SKILLS):
        return _declared(profile, item.path, checked_value(correction), now)
    if item.path:
        raise InvalidArgument.field(
            "correction", "does not apply to a skill level; reject it instead"
        )
    text = checked_text(correction)
    if item.preference:
        new = item.preference.model_copy(
            update={
                "id": derived_id("preference", "corrected", item.id, text),
                "description": text,
                "source": "manual",
                "confidence": 1.0,
                "base_confidence": 1.0,
                "active": True,
                "last_updated": now,
            }
        )
        return edits.add_preference(profile, new)
    habits: dict[str, Any] = {}
    if item.pattern:
        pattern = item.pattern.model_copy(update={"description": text, "source": "manual"})
        habits = _kept("patterns", profile.patterns, pattern, now)
    elif item.workflow:
        workflow = item.workflow.model_copy(update={"description": text, "source": "manual"})
        habits = _kept("workflows", profile.workflows, workflow, now)
    return profile.model_copy(update=habits)


def _with_skill(profile: Profile, item: Proposed) -> Profile:
    name = (item.path or "").removeprefix(SKILLS)
    skills, level = profile.skill_level, Level(item.value)
    changed = with_level(skills, name, level, is_declared=item.why != "approval")
    return profile.model_copy(update={"skill_level": changed})

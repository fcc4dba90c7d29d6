"""What an answer in the inbox does to the profile. Pure edits."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Literal

from shared.base.errors import InvalidArgument, NotFound
from shared.base.ids import derived_id
from shared.documents.about import LIST_PATHS, get_leaf, with_leaf
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import Item, Preference, Profile, Proposed
from shared.profile import edits, forgotten
from shared.profile.past import with_past_items
from shared.profile.preferences import resolve_conflict, with_preference
from shared.profile.slots import held_by_fact

Answer = Literal["accept", "reject", "correct"]
SKILLS = "skillLevel."


def answered(profile: Profile, id_: str, answer: Answer, correction: Any, now: datetime) -> Profile:
    """Returns the profile after the user's answer.

    Args:
        profile: the profile, with everything that has faded removed.
        id_: the id of the question.
        answer: the answer.
        correction: with `correct`, what holds instead: a text, or the value of a fact.
        now: the current time.

    Raises:
        NotFound: the question is no longer open.
        InvalidArgument: the correction does not fit.
    """
    proposal = next((item for item in profile.proposals if item.id == id_), None)
    if proposal:
        rest = [item for item in profile.proposals if item.id != id_]
        settled = profile.model_copy(update={"proposals": rest})
        return _of_proposal(settled, proposal, answer, correction, now)
    kind, _, item_id = id_.partition("-")
    if kind == "contradiction":
        return _of_contradiction(profile, item_id, answer, correction, now)
    if kind in ("outdated", "fading"):
        return _of_doubt(profile, item_id, answer, correction, now)
    raise gone()


def gone() -> NotFound:
    """Returns the error for a question that is no longer open."""
    return NotFound(
        "There is no such question any more. GET /v1/inbox lists the open ones.",
        [{"reason": "NO_SUCH_QUESTION"}],
    )


def _of_proposal(
    profile: Profile, item: Proposed, answer: Answer, correction: Any, now: datetime
) -> Profile:
    if answer == "reject":
        return _refused(profile, item)
    if answer == "correct":
        base = _without_contested(profile, item, now) if item.contests else profile
        return _stated(base, item, correction, now)
    if item.ends:
        return _without_contested(profile, item, now)
    if item.path and not item.path.startswith(SKILLS):
        return _declared(profile, item.path, item.value, now)
    base = _without_contested(profile, item, now) if item.contests else profile
    if item.path:
        return _with_skill(base, item)
    if item.preference:
        source = "learned" if item.why == "approval" else "manual"
        new = item.preference.model_copy(
            update={"source": source, "active": True, "last_updated": now}
        )
        preferences, _ = resolve_conflict(
            with_preference(base.preferences, new), new, favor_item=True
        )
        return base.model_copy(update={"preferences": preferences})
    if item.pattern:
        return base.model_copy(update={"patterns": [*base.patterns, item.pattern]})
    if item.workflow:
        return base.model_copy(update={"workflows": [*base.workflows, item.workflow]})
    return base


def _refused(profile: Profile, item: Proposed) -> Profile:
    """What the user does not want to have learned is not learned again."""
    if item.why != "approval" or item.ends:
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
        key = forgotten.key("about", item.path or "", str(item.value))
    keys = forgotten.remember_deletion(profile.forgotten, key)
    return profile.model_copy(update={"forgotten": keys})


def _without_contested(profile: Profile, item: Proposed, now: datetime) -> Profile:
    contested = item.contests or ""
    quote = item.evidence.quote if item.evidence else None
    ending = Ending(at=item.evidence.at if item.evidence else now, by=EndedBy.SAID, quote=quote)
    return _ended(profile, contested, ending, now, value=item.value)


def _ended(profile: Profile, id_: str, ending: Ending, now: datetime, value: Any = None) -> Profile:
    """Ends an item by its id, or a fact by its path."""
    items: list[Item] = [*profile.preferences, *profile.patterns, *profile.workflows]
    if any(item.id == id_ for item in items):
        return with_past_items(profile, {id_: ending})
    if id_ in profile.skill_level.domains:
        levels = {k: v for k, v in profile.skill_level.domains.items() if k != id_}
        skills = profile.skill_level.model_copy(update={"domains": levels})
        return profile.model_copy(update={"skill_level": skills})
    known = get_leaf(profile.about.to_json(), id_)
    if known is None:
        return profile
    left = None
    if id_ in LIST_PATHS and value is not None:
        left = [each for each in known if each != value] or None
    return edits.patch_about(profile, with_leaf({}, id_, left) or _null(id_), now, ending=ending)


def _null(path: str) -> dict[str, Any]:
    section, _, name = path.partition(".")
    return {section: {name: None}} if name else {section: None}


def _declared(profile: Profile, path: str, value: Any, now: datetime) -> Profile:
    if path in LIST_PATHS:
        known = get_leaf(profile.about.to_json(), path) or []
        for new in value if isinstance(value, list) else [value]:
            known = [*(each for each in known if each != new and not _rivals(path, new, each)), new]
        value = known
    return edits.patch_about(profile, with_leaf({}, path, value), now)


def _rivals(path: str, new: Any, known: Any) -> bool:
    held, before = held_by_fact(path, new), held_by_fact(path, known)
    return bool(held and before and held.is_rival_of(before))


def _stated(profile: Profile, item: Proposed, correction: Any, now: datetime) -> Profile:
    """Takes the user's own words in the place of a proposal."""
    if item.path and not item.path.startswith(SKILLS):
        return _declared(profile, item.path, correction, now)
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
        return edits.add_preference(profile, Preference.model_validate(new.model_dump()))
    if item.pattern:
        habit = item.pattern.model_copy(update={"description": text})
        return profile.model_copy(update={"patterns": [*profile.patterns, habit]})
    if item.workflow:
        flow = item.workflow.model_copy(update={"description": text})
        return profile.model_copy(update={"workflows": [*profile.workflows, flow]})
    raise InvalidArgument.field("correction", "does not apply to a skill level; reject it instead")


def _with_skill(profile: Profile, item: Proposed) -> Profile:
    domain = (item.path or "").removeprefix(SKILLS)
    skills = profile.skill_level
    if domain == "overall":
        changed = skills.model_copy(update={"overall": item.value})
    else:
        changed = skills.model_copy(update={"domains": {**skills.domains, domain: item.value}})
    return profile.model_copy(
        update={"skill_level": type(skills).model_validate(changed.model_dump())}
    )


def _of_contradiction(
    profile: Profile, item_id: str, answer: Answer, correction: Any, now: datetime
) -> Profile:
    if answer == "accept":
        return edits.change_preference(profile, item_id, {"active": True, "last_updated": now})
    if answer == "reject":
        return edits.delete_preference(profile, item_id)
    changes = {"description": checked_text(correction), "active": True, "last_updated": now}
    return edits.change_preference(profile, item_id, changes)


def _of_doubt(
    profile: Profile, id_: str, answer: Answer, correction: Any, now: datetime
) -> Profile:
    if answer == "reject":
        ended = _ended(profile, id_, Ending(at=now, by=EndedBy.USER), now)
        if ended is profile:
            raise gone()
        return ended
    if answer == "correct":
        return _corrected(profile, id_, correction, now)
    return _confirmed(profile, id_, now)


def _corrected(profile: Profile, id_: str, correction: Any, now: datetime) -> Profile:
    if any(item.id == id_ for item in profile.preferences):
        changes = {"description": checked_text(correction), "last_updated": now}
        return edits.change_preference(profile, id_, changes)
    for name in ("patterns", "workflows"):
        items = getattr(profile, name)
        if any(item.id == id_ for item in items):
            update = {"description": checked_text(correction), "confirmed_at": now}
            changed = [i.model_copy(update=update) if i.id == id_ else i for i in items]
            return profile.model_copy(update={name: changed})
    if get_leaf(profile.about.to_json(), id_) is None:
        raise gone()
    return edits.patch_about(profile, with_leaf({}, id_, correction), now)


def _confirmed(profile: Profile, id_: str, now: datetime) -> Profile:
    """Marks that an item still holds, which also makes it fresh."""
    touched = False

    def each(key: Callable[[Any], str], fresh: str) -> Callable[[Any], Any]:
        def confirm(item: Any) -> Any:
            nonlocal touched
            if key(item) != id_:
                return item
            touched = True
            return item.model_copy(update={"confirmed_at": now, fresh: now})

        return confirm

    by_id, by_path = (lambda item: item.id), (lambda item: item.path)
    changed = profile.model_copy(
        update={
            "preferences": list(map(each(by_id, "last_updated"), profile.preferences)),
            "patterns": list(map(each(by_id, "last_seen"), profile.patterns)),
            "workflows": list(map(each(by_id, "last_seen"), profile.workflows)),
            "about_meta": list(map(each(by_path, "last_seen"), profile.about_meta)),
        }
    )
    if not touched:
        raise gone()
    return changed


def checked_text(correction: Any) -> str:
    """Returns a correction that is a text.

    Raises:
        InvalidArgument: it is none.
    """
    if not isinstance(correction, str) or not correction.strip():
        raise InvalidArgument.field("correction", "must be a text that says what holds instead")
    return correction

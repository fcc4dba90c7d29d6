"""What an answer in the inbox does to the profile. Pure edits."""

from datetime import datetime
from typing import Any

from shared.base.errors import NotFound
from shared.documents.about import element_with_id, get_leaf, with_leaf
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import Profile
from shared.inbox.accepting import Answer, of_proposal
from shared.inbox.asking import asked_about
from shared.inbox.corrections import checked_text, checked_value
from shared.inbox.verdicts import confirmed, ended
from shared.profile import edits
from shared.profile.proposals import with_open_proposals


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
    profile = with_open_proposals(profile)
    proposal = next((item for item in profile.proposals if item.id == id_), None)
    if proposal:
        rest = [item for item in profile.proposals if item.id != id_]
        settled = profile.model_copy(update={"proposals": rest})
        changed = of_proposal(settled, proposal, answer, correction, now)
        return with_open_proposals(changed)
    kind, _, name = id_.partition("-")
    item_id = asked_about(profile, kind, name)
    if kind == "contradiction":
        return _of_contradiction(profile, item_id, answer, correction, now)
    if kind in ("outdated", "fading"):
        return with_open_proposals(_of_doubt(profile, item_id, answer, correction, now))
    raise gone()


def gone() -> NotFound:
    """Returns the error for a question that is no longer open."""
    return NotFound(
        "There is no such question any more. GET /v1/inbox lists the open ones.",
        [{"reason": "NO_SUCH_QUESTION"}],
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
    if answer == "correct":
        return _corrected(profile, id_, correction, now)
    changed: Profile | None
    if answer == "reject":
        changed = ended(profile, id_, Ending(at=now, by=EndedBy.USER))
    else:
        changed = confirmed(profile, id_, now)
    if changed is None or changed is profile:
        raise gone()
    return changed


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
    facts = profile.about.to_json()
    element = element_with_id(facts, id_)
    value = checked_value(correction)
    if element:
        path, known = element
        values = [value if each == known else each for each in get_leaf(facts, path)]
        return edits.patch_about(profile, with_leaf({}, path, values), now)
    if get_leaf(facts, id_) is None:
        raise gone()
    return edits.patch_about(profile, with_leaf({}, id_, value), now)

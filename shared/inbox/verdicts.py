"""Ends or confirms what is known, as the user says in the inbox. Pure edits."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from shared.documents.about import element_with_id
from shared.documents.lifetime import Ending
from shared.documents.profile import Item, PastFact, Profile
from shared.profile import edits
from shared.profile.past import with_past_facts, with_past_items
from shared.profile.proposals import SKILLS


def ended(profile: Profile, id_: str, ending: Ending, value: Any = None) -> Profile:
    """Ends an item by its id, a fact by its path, or an element of a list."""
    items: list[Item] = [*profile.preferences, *profile.patterns, *profile.workflows]
    if any(item.id == id_ for item in items):
        return with_past_items(profile, {id_: ending})
    level = profile.skill_level.domains.get(id_)
    if level:
        levels = {k: v for k, v in profile.skill_level.domains.items() if k != id_}
        skills = profile.skill_level.model_copy(update={"domains": levels})
        past = PastFact(path=f"{SKILLS}{id_}", value=str(level), valid_to=ending.at, ended=ending)
        return with_past_facts(profile, [past]).model_copy(update={"skill_level": skills})
    element = element_with_id(profile.about.to_json(), id_)
    path, value = element or (id_, value)
    return edits.with_fact_ended(profile, path, ending, value)


def confirmed(
    profile: Profile, id_: str, now: datetime, *, is_stated: bool = False
) -> Profile | None:
    """Marks that an item still holds, which also makes it fresh; None if it is gone.

    The elements of a list have one mark.

    Args:
        profile: the profile.
        id_: the id of the item, or the path of the fact, or the id of an element.
        now: the current time.
        is_stated: whether older words than this do not contest it any more.
    """
    element = element_with_id(profile.about.to_json(), id_)
    id_ = element[0] if element else id_
    update = {"confirmed_at": now, **({"stated_at": now} if is_stated else {})}
    touched = False

    def each(key: Callable[[Any], str], fresh: str) -> Callable[[Any], Any]:
        def confirm(item: Any) -> Any:
            nonlocal touched
            if key(item) != id_:
                return item
            touched = True
            return item.model_copy(update=update | {fresh: now})

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
    return changed if touched else None

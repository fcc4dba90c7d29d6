"""Ends or confirms what is known, as the user says in the inbox. Pure edits."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from shared.documents.about import LIST_PATHS, element_with_id, get_leaf, name_of
from shared.documents.decisions import Kind
from shared.documents.lifetime import Ending
from shared.documents.profile import (
    MAX_WITHDRAWN,
    Item,
    PastFact,
    Pattern,
    Preference,
    Profile,
    Withdrawn,
)
from shared.profile import edits
from shared.profile.habits.skills import with_level
from shared.profile.past import with_past_facts, with_past_items
from shared.profile.proposals import SKILLS
from shared.profile.scopes import scope_of


def ended(profile: Profile, id_: str, ending: Ending, value: Any = None) -> Profile:
    """Ends an item by its id, a fact by its path, or an element of a list.

    Words that are older than the ending do not bring it back.
    """
    items: list[Item] = [*profile.preferences, *profile.patterns, *profile.workflows]
    item = next((item for item in items if item.id == id_), None)
    if item:
        changed = with_past_items(profile, {id_: ending})
        return _withdrawn(changed, _kind_of(item), _scope_of(item), [item.description], ending.at)
    level = profile.skill_level.domains.get(id_)
    if level:
        skills = with_level(profile.skill_level, id_, None, is_declared=False)
        past = PastFact(path=f"{SKILLS}{id_}", value=str(level), valid_to=ending.at, ended=ending)
        changed = profile.model_copy(update={"skill_level": skills})
        changed = with_past_facts(changed, [past])
        return _withdrawn(changed, "skill", scope_of("skill"), [id_], ending.at)
    element = element_with_id(profile.about.to_json(), id_)
    path, value = element or (id_, value)
    changed = edits.with_fact_ended(profile, path, ending, value)
    gone = _values(profile, path)
    for each in _values(changed, path):
        gone.remove(each)
    texts = [name_of(path, each) for each in gone]
    return _withdrawn(changed, "about", scope_of("about", path), texts, ending.at)


def _values(profile: Profile, path: str) -> list[Any]:
    known = get_leaf(profile.about.to_json(), path)
    return list(known or []) if path in LIST_PATHS else [] if known is None else [known]


def _kind_of(item: Item) -> Kind:
    if isinstance(item, Preference):
        return "preference"
    return "pattern" if isinstance(item, Pattern) else "workflow"


def _scope_of(item: Item) -> str:
    if isinstance(item, Preference):
        return scope_of("preference", item.type)
    return scope_of(_kind_of(item))


def _withdrawn(
    profile: Profile, kind: Kind, scope: str, texts: Sequence[str], at: datetime
) -> Profile:
    if not texts:
        return profile
    new = [Withdrawn(kind=kind, scope=scope, text=text, at=at) for text in texts]
    return profile.model_copy(update={"withdrawn": [*profile.withdrawn, *new][-MAX_WITHDRAWN:]})


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

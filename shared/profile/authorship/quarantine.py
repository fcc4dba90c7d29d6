"""Takes what gives an assistant orders out of what a connection writes into a profile. Pure.

What is taken out waits in the inbox, as a proposal, and what stood there before stays. What users
write in their own app is theirs, and is not judged.
"""

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, TypeVar

from shared.base.errors import ResourceExhausted
from shared.base.ids import derived_id
from shared.base.safety.poison import gives_orders
from shared.documents.about import LIST_PATHS, About, get_leaf, in_words, leaves, with_leaf
from shared.documents.profile import (
    Pattern,
    Preference,
    Profile,
    Proposed,
    SkillLevel,
    Workflow,
)
from shared.profile.habits.skills import with_level
from shared.profile.proposals import SKILLS

MAX_WAITING = 30
"""How many of a profile's proposals may be such orders: they must not push out the others."""
I = TypeVar("I", Preference, Pattern, Workflow)  # noqa: E741
_SIDE_EFFECTS = {"active", "superseded_by", "superseded_at"}


def quarantined(before: Profile, after: Profile, connection: str | None, now: datetime) -> Profile:
    """Returns `after` without the orders in what is new in it, which are proposals there.

    Args:
        before: the profile before a change.
        after: the profile after it.
        connection: through which connection it came; None if it is the user's own change.
        now: the time of the change.

    Raises:
        ResourceExhausted: too many wait already.
    """
    if connection is None:
        return after
    held: list[Proposed] = []
    preferences, waiting = _without_orders(before.preferences, after.preferences)
    gone = {item.id for item in waiting}
    preferences = _restored(preferences, before.preferences, gone)
    held += [_proposed("preference", item, connection, now) for item in waiting]
    patterns, others = _without_orders(before.patterns, after.patterns)
    held += [_proposed("pattern", item, connection, now) for item in others]
    workflows, more = _without_orders(before.workflows, after.workflows)
    held += [_proposed("workflow", item, connection, now) for item in more]
    facts, paths, found = _facts_without_orders(before, after, connection, now)
    held += found
    orders = {
        domain: level
        for domain, level in after.skill_level.domains.items()
        if domain not in before.skill_level.domains and gives_orders(domain)
    }
    held += [
        _proposed_fact(f"{SKILLS}{domain}", str(level), connection, now)
        for domain, level in orders.items()
    ]
    proposals, is_changed = _judged(before.proposals, after.proposals, connection)
    if not held and not is_changed:
        return after
    known = {item.id for item in proposals}
    proposals += [item for item in held if item.id not in known]
    _check_room(before.proposals, proposals)
    metas = {meta.path: meta for meta in before.about_meta}
    return after.model_copy(
        update={
            "preferences": preferences,
            "patterns": patterns,
            "workflows": workflows,
            "about": About.model_validate(facts) if paths else after.about,
            "about_meta": [
                metas.get(meta.path, meta) if meta.path in paths else meta
                for meta in after.about_meta
                if meta.path not in paths or get_leaf(facts, meta.path) is not None
            ],
            "skill_level": _without_skills(after.skill_level, orders),
            "proposals": proposals,
        }
    )


def newly_waiting(before: Profile, after: Profile) -> bool:
    """Returns whether something waits in `after` that did not wait before."""
    known = {item.id for item in before.proposals}
    return any(item.why == "quarantined" and item.id not in known for item in after.proposals)


def without_waiting(snapshot: dict[str, Any]) -> dict[str, Any]:
    """Returns a snapshot of a profile without what waits, as connections see it."""
    proposals = [each for each in snapshot.get("proposals", ()) if each["why"] != "quarantined"]
    return {**snapshot, "proposals": proposals} if "proposals" in snapshot else snapshot


def _without_orders(before: Sequence[I], after: Sequence[I]) -> tuple[list[I], list[I]]:
    """Returns the items with those that give orders as they were before, and the latter."""
    known = {item.id: item for item in before}
    kept, waiting = [], []
    for item in after:
        old = known.get(item.id)
        new = [text for text in _texts(item) if old is None or text not in _texts(old)]
        if not gives_orders(*new):
            kept.append(item)
            continue
        waiting.append(item)
        if old is not None:
            kept.append(old)
    return kept, waiting


def _without_skills(skills: SkillLevel, names: Collection[str]) -> SkillLevel:
    for name in names:
        skills = with_level(skills, name, None, is_declared=False)
    return skills


def _restored(items: list[Preference], before: Sequence[Preference], gone: set[str]) -> Any:
    """Returns preferences with those active again that something superseded which now waits."""
    known = {item.id: item for item in before}
    return [
        item.model_copy(update={name: getattr(known[item.id], name) for name in _SIDE_EFFECTS})
        if item.superseded_by in gone and item.id in known
        else item
        for item in items
    ]


def _texts(item: Preference | Pattern | Workflow) -> list[str]:
    texts = [item.description]
    if isinstance(item, Preference):
        texts += [item.context, item.category]
        texts += [text for pair in item.metadata.items() for text in _words_of(*pair)]
        texts += [quote.quote for quote in item.evidence]
    elif isinstance(item, Pattern):
        texts.append(item.category)
    else:
        texts += item.steps
    return [text for text in texts if text]


def _words_of(key: str, value: Any) -> list[str]:
    return [key, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)]


def _facts_without_orders(
    before: Profile, after: Profile, connection: str, now: datetime
) -> tuple[dict[str, Any], set[str], list[Proposed]]:
    """Returns the facts without new orders, the paths that had some, and what is proposed."""
    old, facts = before.about.to_json(), after.about.to_json()
    paths: set[str] = set()
    held: list[Proposed] = []
    for path, value in leaves(facts):
        known = get_leaf(old, path)
        if value == known:
            continue
        is_list = path in LIST_PATHS and isinstance(value, list)
        elements = value if is_list else [value]
        had = known if is_list and isinstance(known, list) else []
        orders = [
            each
            for each in elements
            if each not in had and gives_orders(_name_of(path), *_texts_in(each))
        ]
        if not orders:
            continue
        paths.add(path)
        kept = [each for each in elements if each not in orders] if is_list else known
        facts = with_leaf(facts, path, kept or None)
        held += [_proposed_fact(path, each, connection, now) for each in orders]
    return facts, paths, held


def _name_of(path: str) -> str:
    return path.removeprefix("custom.") if path.startswith("custom.") else ""


def _texts_in(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [in_words(value), json.dumps(value, ensure_ascii=False)]


def _proposed(
    kind: str, item: Preference | Pattern | Workflow, connection: str, now: datetime
) -> Proposed:
    id_ = derived_id("quarantined", kind, *_texts(item))
    item = item.model_copy(update={"connection": connection})
    return Proposed.model_validate(
        {"id": id_, "why": "quarantined", kind: item, "connection": connection, "at": now}
    )


def _proposed_fact(path: str, value: Any, connection: str, now: datetime) -> Proposed:
    id_ = derived_id("quarantined", path, json.dumps(value, sort_keys=True))
    return Proposed(
        id=id_, why="quarantined", path=path, value=value, connection=connection, at=now
    )


def _judged(
    before: Sequence[Proposed], after: Sequence[Proposed], connection: str
) -> tuple[list[Proposed], bool]:
    """Returns proposals, of which new ones that give orders wait as such; and whether any do."""
    known = {item.id for item in before}
    suspects = {
        item.id
        for item in after
        if item.id not in known and item.why != "quarantined" and gives_orders(*_said_by(item))
    }
    update = {"why": "quarantined", "connection": connection, "contests": None, "ends": False}
    update["contested_value"] = None
    judged = [item.model_copy(update=update) if item.id in suspects else item for item in after]
    return judged, bool(suspects)


def _said_by(item: Proposed) -> list[str]:
    part = item.preference or item.pattern or item.workflow
    if part is not None:
        return _texts(part)
    return [_name_of(item.path or ""), *_texts_in(item.value)]


def _check_room(before: Sequence[Proposed], after: Sequence[Proposed]) -> None:
    waiting = sum(item.why == "quarantined" for item in after)
    if waiting > MAX_WAITING and waiting > sum(item.why == "quarantined" for item in before):
        raise ResourceExhausted(
            f"{MAX_WAITING} preferences and facts already wait in the inbox because they give "
            "orders to an assistant. Ask the user to accept or reject some of them, then retry.",
            [{"reason": "QUARANTINE_FULL", "limit": MAX_WAITING}],
        )

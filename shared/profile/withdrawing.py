"""Keeps what the user's words have ended or taken back out of earlier profiles. Pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from shared.base.sameness import same, same_object
from shared.documents.about import (
    LIST_PATHS,
    About,
    elements_like,
    get_leaf,
    leaves,
    name_of,
    with_leaf,
)
from shared.documents.profile import (
    OVERALL,
    AboutMeta,
    Pattern,
    Preference,
    Profile,
    Withdrawn,
    Workflow,
)
from shared.profile.preferences import without_preferences
from shared.profile.proposals import SKILLS
from shared.profile.scopes import scope_of


class _Withdrawals:
    """What was withdrawn, as something that keeps items out."""

    def __init__(self, withdrawn: Sequence[Withdrawn], still: Profile | None) -> None:
        self._withdrawn = withdrawn
        self._present = still.about.to_json() if still else {}

    def lets(self, kind: str, scope: str, text: str, at: datetime | None) -> bool:
        return not any(
            item.kind == kind
            and item.scope in ("", scope)
            and (at is None or at <= item.at)
            and same_object(item.text, text)
            for item in self._withdrawn
        )

    def lets_item(self, item: Preference | Pattern | Workflow) -> bool:
        if isinstance(item, Preference):
            scope = scope_of("preference", item.type)
            return self.lets("preference", scope, item.description, _said(item))
        kind = "pattern" if isinstance(item, Pattern) else "workflow"
        return self.lets(kind, kind, item.description, _said(item))

    def lets_fact(self, path: str, value: Any, at: datetime | None) -> bool:
        if path.startswith(SKILLS):
            return self.lets("skill", "knowing", path.removeprefix(SKILLS), at)
        known = get_leaf(self._present, path)
        values = known if path in LIST_PATHS else [known]
        is_there = bool(elements_like(values or [], path, value))
        return is_there or self.lets("about", scope_of("about", path), name_of(path, value), at)


def without_withdrawn(
    old: Profile, withdrawn: Sequence[Withdrawn], *, still: Profile | None = None
) -> Profile:
    """Returns an earlier profile without what the user's words have withdrawn since.

    Its history loses only what was taken back.

    Args:
        old: the profile.
        withdrawn: what was withdrawn. It counts for what was stated before, of its kind and scope.
        still: the profile of now: a fact that it has was not meant.
    """
    if not withdrawn:
        return old
    gate = _Withdrawals(withdrawn, still)
    metas = {meta.path: meta for meta in old.about_meta}
    facts = old.about.to_json()
    for path, value in leaves(facts):
        at = _said(metas[path]) if path in metas else None
        if path in LIST_PATHS:
            left: Any = [each for each in value if gate.lets_fact(path, each, at)]
        else:
            left = value if gate.lets_fact(path, value, at) else None
        facts = with_leaf(facts, path, left)
    there = {path for path, _ in leaves(facts)}
    gone = {item.id for item in old.preferences if not gate.lets_item(item)}
    levels = {
        name: level
        for name, level in old.skill_level.domains.items()
        if gate.lets_fact(f"{SKILLS}{name}", level, old.last_analyzed)
    }
    past = old.past
    retracted = _Withdrawals([item for item in withdrawn if item.retracted], still)
    return old.model_copy(
        update={
            "about": About.model_validate(facts),
            "about_meta": [meta for meta in old.about_meta if meta.path in there],
            "preferences": without_preferences(old.preferences, gone),
            "patterns": list(filter(gate.lets_item, old.patterns)),
            "workflows": list(filter(gate.lets_item, old.workflows)),
            "skill_level": old.skill_level.model_copy(
                update={
                    "domains": levels,
                    "declared": [
                        name
                        for name in old.skill_level.declared or ()
                        if name in levels or name == OVERALL
                    ]
                    or None,
                }
            ),
            "past": past.model_copy(
                update={
                    "preferences": list(filter(retracted.lets_item, past.preferences)),
                    "patterns": list(filter(retracted.lets_item, past.patterns)),
                    "workflows": list(filter(retracted.lets_item, past.workflows)),
                    "facts": [
                        fact
                        for fact in past.facts
                        if retracted.lets_fact(fact.path, fact.value, fact.stated_at)
                    ],
                }
            ),
        }
    )


def stated_again(profile: Profile, texts: Sequence[str]) -> Profile:
    """Returns the profile without the withdrawals of what the user has stated by hand."""
    kept = [item for item in profile.withdrawn if not any(same(item.text, t) for t in texts)]
    if len(kept) == len(profile.withdrawn):
        return profile
    return profile.model_copy(update={"withdrawn": kept})


def _said(item: Preference | Pattern | Workflow | AboutMeta) -> datetime:
    """Returns when the newest words that state an item were said, as far as it is known."""
    if item.stated_at:
        return item.stated_at
    if isinstance(item, AboutMeta):
        return item.last_seen
    seen = item.last_updated if isinstance(item, Preference) else item.last_seen
    return max((quote.at for quote in item.evidence), default=seen)

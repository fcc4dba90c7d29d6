"""Ends and retracts items of a profile, by the user's words."""

from datetime import datetime
from typing import Any

from shared.documents.about import (
    About,
    elements,
    from_elements,
    get_leaf,
    is_several,
    with_leaf,
)
from shared.documents.lifetime import EndedBy, Ending
from shared.documents.profile import AboutMeta, Evidence, PastFact, Profile
from shared.learning.merging.restoring import bring_back
from shared.learning.merging.targets import SKILLS, Target
from shared.learning.merging.workbench import Workbench
from shared.profile.habits.skills import with_level
from shared.profile.past import with_past_facts, with_past_items
from shared.profile.slots import stated_at


def end(
    bench: Workbench,
    target: Target,
    evidence: Evidence,
    *,
    at: datetime | None = None,
    replaced_by: str | None = None,
) -> None:
    """Makes a target a part of the past, and keeps older words from bringing it back.

    Args:
        bench: the state of the merge.
        target: what ends.
        evidence: the words that end it.
        at: since when it is over, if the words say.
        replaced_by: the id or path of what holds instead.
    """
    bench.withdraw(target.kind, target.scope, target.text, evidence.at)
    match target.kind:
        case "about":
            end_fact(bench, target.id, target.value, evidence, at=at, replaced_by=replaced_by)
        case "skill":
            level = bench.profile.skill_level.domains[target.id]
            ending = ending_of(bench, evidence, at, replaced_by)
            past = PastFact(
                path=f"{SKILLS}{target.id}", value=str(level), valid_to=ending.at, ended=ending
            )
            _without_skill(bench, target.id)
            bench.profile = with_past_facts(bench.profile, [past])
        case _:
            ending = ending_of(bench, evidence, at, replaced_by)
            bench.profile = with_past_items(bench.profile, {target.id: ending})


def end_later(bench: Workbench, target: Target, at: datetime) -> None:
    """Lets a target hold until a time that is still to come."""
    profile = bench.profile

    def until(item: Any) -> Any:
        known = item.path if isinstance(item, AboutMeta) else item.id
        return item.model_copy(update={"valid_to": at}) if known == target.id else item

    if target.kind == "about" and is_several(target.id):
        return  # An element of a list has no end of its own; words will end it.
    bench.change(
        preferences=list(map(until, profile.preferences)),
        patterns=list(map(until, profile.patterns)),
        workflows=list(map(until, profile.workflows)),
        about_meta=list(map(until, profile.about_meta)),
    )


def retract(bench: Workbench, target: Target, evidence: Evidence) -> None:
    """Takes a target out of the profile as if it had never been said.

    What it had superseded or replaced holds again.
    """
    bench.withdraw(target.kind, target.scope, target.text, evidence.at, retracted=True)
    if target.is_past:
        _without_past(bench, target)
        return
    profile = bench.profile
    match target.kind:
        case "about":
            _without_fact(bench, target.id, target.value)
            bring_back(bench, target.id)
        case "skill":
            _without_skill(bench, target.id)
        case "pattern":
            bench.change(patterns=[item for item in profile.patterns if item.id != target.id])
        case "workflow":
            bench.change(workflows=[item for item in profile.workflows if item.id != target.id])
        case _:
            bring_back(bench, target.id)


def end_fact(
    bench: Workbench,
    path: str,
    value: Any,
    evidence: Evidence,
    *,
    at: datetime | None = None,
    replaced_by: str | None = None,
) -> None:
    """Moves a fact into the past; of a list, only the element `value`."""
    known = get_leaf(bench.profile.about.to_json(), path)
    if known is None:
        return
    gone = value if is_several(path) and value is not None else known
    meta = _meta(bench.profile, path)
    ending = ending_of(bench, evidence, at, replaced_by)
    past = PastFact(
        path=path,
        value=gone,
        source=meta.source if meta else "learned",
        stated_at=stated_at(meta) if meta else None,
        valid_from=(meta.valid_from or meta.first_seen) if meta else None,
        valid_to=ending.at,
        ended=ending,
    )
    _without_fact(bench, path, value)
    bench.profile = with_past_facts(bench.profile, [past])


def ending_of(
    bench: Workbench,
    evidence: Evidence,
    at: datetime | None = None,
    replaced_by: str | None = None,
) -> Ending:
    """Returns how words end something."""
    ending = Ending(
        at=at if at and at < evidence.at else evidence.at,
        by=EndedBy.REPLACED if replaced_by else EndedBy.SAID,
        quote=evidence.quote,
        prompt_id=evidence.prompt_id,
        replaced_by=replaced_by,
    )
    bench.endings_now.append(ending)
    return ending


def _without_fact(bench: Workbench, path: str, value: Any) -> None:
    profile = bench.profile
    facts = profile.about.to_json()
    left = None
    if is_several(path) and value is not None:
        kept = [each for each in elements(path, get_leaf(facts, path)) if each != value]
        left = from_elements(path, kept)
    about = About.model_validate(with_leaf(facts, path, left))
    metas = profile.about_meta
    if not left:
        metas = [meta for meta in metas if meta.path != path]
    bench.change(about=about, about_meta=metas)


def _without_skill(bench: Workbench, domain: str) -> None:
    skills = bench.profile.skill_level
    bench.change(skill_level=with_level(skills, domain, None, is_declared=False))


def _without_past(bench: Workbench, target: Target) -> None:
    past = bench.profile.past
    facts = [fact for fact in past.facts if (fact.path, fact.value) != (target.id, target.value)]
    bench.change(
        past=past.model_copy(
            update={
                "preferences": [item for item in past.preferences if item.id != target.id],
                "patterns": [item for item in past.patterns if item.id != target.id],
                "workflows": [item for item in past.workflows if item.id != target.id],
                "facts": facts,
            }
        )
    )


def _meta(profile: Profile, path: str) -> AboutMeta | None:
    return next((meta for meta in profile.about_meta if meta.path == path), None)

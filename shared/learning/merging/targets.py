"""Finds what the user's words end, replace or retract: by id, or by what it says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from shared.base.sameness import Relation, comparison, relation, same, same_object
from shared.documents.about import LIST_PATHS, leaves, name_of
from shared.documents.decisions import Kind
from shared.documents.profile import Preference, Profile
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PreferenceCandidate,
    SkillCandidate,
)
from shared.profile.scopes import scope_of
from shared.profile.slots import PATHS, Held, held_by_fact, held_by_preference, stated_at

SKILLS = "skillLevel."
"""The prefix of the paths of past skill levels."""
EVERYTHING = ""
"""The scope of words that take back all that was said of something."""


@dataclass(frozen=True)
class Target:
    """A part of the profile that words may end.

    Attributes:
        kind: the kind of item.
        id: its id, path or domain.
        text: what it says.
        scope: which of the things that can be said of one object it says; see `scope_of`.
        at: the time of the newest explicit words that state it.
        is_declared: whether the user declared it by hand.
        value: the element of a list, or the value of a fact.
        is_past: whether it has ended already, so that it can only be taken back.
        held: the slot that it gives a value.
    """

    kind: Kind
    id: str
    text: str
    scope: str
    at: datetime | None
    is_declared: bool = False
    value: Any = None
    is_past: bool = False
    held: Held | None = None


def scope_of_candidate(candidate: Candidate) -> str:
    """Returns the scope of what a candidate says."""
    type_ = candidate.type if isinstance(candidate, PreferenceCandidate) else None
    return scope_of(candidate.kind, type_)


def text_of(candidate: Candidate) -> str:
    """Returns what a candidate says, without its path or level."""
    match candidate:
        case SkillCandidate():
            return candidate.domain or "overall"
        case AboutCandidate():
            return name_of(candidate.path, candidate.value)
        case _:
            return candidate.description


def targets_of(candidate: Candidate, profile: Profile, *, anything: bool) -> list[Target]:
    """Returns what the candidate's words are about.

    The same thing may be stored in more than one way; all of them are meant.

    Args:
        candidate: what ends, replaces or retracts something.
        profile: the profile.
        anything: whether all that is said of an object is meant, as when it is taken back.
    """
    known = [*_targets(profile), *(_past_targets(profile) if anything else ())]
    named = [target for target in known if candidate.target and target.id == candidate.target]
    text = candidate.target_text or (
        "" if candidate.does == "replace" or named else text_of(candidate)
    )
    if named and candidate.target in LIST_PATHS:
        told = candidate.target_text or text_of(candidate)
        named = _alike(told, named)
    if not named and not text and isinstance(candidate, AboutCandidate):
        named = [target for target in known if target.id == candidate.path]
    if named:
        # What says no more than the named one is stored twice, and is over as well.
        scopes = {target.scope for target in named}
        others = [
            other
            for other in known
            if other not in named
            and (anything or other.scope in scopes)
            and any(_says_the_same(other.text, target.text) for target in named)
        ]
        return _with_slots([*named, *others], known)
    if not text:
        return []
    found = _with_slots(_alike(text, known), known)
    if anything:
        return found
    scope = scope_of_candidate(candidate)
    return [target for target in found if target.scope == scope] or (
        found if scope == "doing" else []
    )


def _with_slots(found: Sequence[Target], known: Sequence[Target]) -> list[Target]:
    """Returns the targets with those that give the same slot the same value in other words."""
    held = [target.held for target in found if target.held]
    return [
        target
        for target in known
        if target in found
        or (target.held and any(target.held.agrees_with(other) for other in held))
    ]


def _alike(text: str, known: Sequence[Target]) -> list[Target]:
    """Returns those that say a text, else those about its object, else the only one with more."""
    exact = [target for target in known if same(target.text, text)]
    if comparison(text):
        return exact
    about = [target for target in known if _says_the_same(target.text, text)]
    if about:
        return about
    more = [
        target
        for target in known
        if not comparison(target.text) and relation(target.text, text) is Relation.NARROWER
    ]
    return more if len({target.text for target in more}) == 1 else []


def _says_the_same(one: str, other: str) -> bool:
    if comparison(one) or comparison(other):
        return same(one, other)
    return same_object(one, other)


def _targets(profile: Profile) -> Iterator[Target]:
    for item in profile.preferences:
        yield of_preference(item)
    for pattern in profile.patterns:
        yield Target("pattern", pattern.id, pattern.description, "doing", pattern.stated_at)
    for workflow in profile.workflows:
        yield Target("workflow", workflow.id, workflow.description, "doing", workflow.stated_at)
    for domain in profile.skill_level.domains:
        yield Target("skill", domain, domain, "knowing", None)
    metas = {meta.path: meta for meta in profile.about_meta}
    for path, value in leaves(profile.about.to_json()):
        meta = metas.get(path)
        at = stated_at(meta) if meta else None
        is_declared = bool(meta and meta.source == "declared")
        for each in value if path in LIST_PATHS else [value]:
            yield Target(
                "about",
                path,
                name_of(path, each),
                "doing",
                at,
                is_declared,
                each,
                held=held_by_fact(path, each) if path in PATHS else None,
            )


def _past_targets(profile: Profile) -> Iterator[Target]:
    past = profile.past
    for item in past.preferences:
        yield replace(of_preference(item), is_declared=False, is_past=True)
    for pattern in past.patterns:
        yield Target("pattern", pattern.id, pattern.description, "doing", None, is_past=True)
    for workflow in past.workflows:
        yield Target("workflow", workflow.id, workflow.description, "doing", None, is_past=True)
    for fact in past.facts:
        _, is_skill, domain = fact.path.partition(SKILLS)
        text = domain if is_skill else name_of(fact.path, fact.value)
        scope = "knowing" if is_skill else "doing"
        held = held_by_fact(fact.path, fact.value) if fact.path in PATHS else None
        yield Target(
            "about", fact.path, text, scope, None, value=fact.value, is_past=True, held=held
        )


def of_preference(item: Preference) -> Target:
    """Returns a preference as what words may end."""
    held = held_by_preference(item.type, item.description, item.slot)
    return Target(
        "preference",
        item.id,
        item.description,
        scope_of("preference", item.type),
        stated_at(item),
        item.source == "manual",
        held=held if held and held.slot in PATHS.values() else None,
    )

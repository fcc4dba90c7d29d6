"""Finds what the user's words end, replace or retract: by id, or by what it says.

Nothing is ended by guessing. Words about one thing end no other thing that happens to be called the
same: somebody who no longer lives in Hamburg was still born there.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from shared.base.sameness import Relation, comparison, relation, same, same_object
from shared.base.text import fold, stems
from shared.documents.about import elements, is_several, leaves, name_of
from shared.documents.decisions import Kind
from shared.documents.profile import Pattern, Preference, Profile, Workflow
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PreferenceCandidate,
    SkillCandidate,
)
from shared.profile.mentions import activity, is_name, mentions
from shared.profile.scopes import DOING, TOOLS, scope_of
from shared.profile.slots import PATHS, Held, held_by_fact, held_by_preference, stated_at

SKILLS = "skillLevel."
"""The prefix of the paths of past skill levels."""
_CONDITIONS = frozenset("after at before during every for in on since until when while".split())
"""Words with which a condition begins."""
_ARTICLES = frozenset("a an her his my our the their".split())
_ALSO = {DOING: (TOOLS, "workflow", "pattern", "interests"), TOOLS: (DOING, "workflow")}
"""Where else to look if the words name nothing of their own family: analyzers mix these up."""


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
        item: the preference that it is, if it is one.
    """

    kind: Kind
    id: str
    text: str
    scope: str
    at: datetime | None
    is_declared: bool = False
    value: Any = None
    is_past: bool = False
    item: Preference | None = None

    @property
    def held(self) -> Held | None:
        """The slot that it gives a value, if facts have it, too."""
        if self.item is not None:
            held = held_by_preference(self.item.type, self.text, self.item.slot)
            return held if held and held.slot in PATHS.values() else None
        return held_by_fact(self.id, self.value) if self.id in PATHS else None


def scope_of_candidate(candidate: Candidate) -> str:
    """Returns the scope of what a candidate says."""
    match candidate:
        case PreferenceCandidate():
            return scope_of("preference", candidate.type)
        case AboutCandidate():
            return scope_of("about", candidate.path)
        case _:
            return scope_of(candidate.kind)


def text_of(candidate: Candidate) -> str:
    """Returns what a candidate says, without its path or level."""
    match candidate:
        case SkillCandidate():
            return candidate.domain or "overall"
        case AboutCandidate():
            return name_of(candidate.path, candidate.value)
        case _:
            return candidate.description


def targets_of(candidate: Candidate, profile: Profile, *, with_past: bool = False) -> list[Target]:
    """Returns what the candidate's words are about.

    The same thing may be stored in more than one way; all of them are meant.

    Args:
        candidate: what ends, replaces or retracts something.
        profile: the profile.
        with_past: whether what has ended already is meant as well.
    """
    known = [*_targets(profile), *(_past_targets(profile) if with_past else ())]
    text = candidate.target_text
    if not text and candidate.does != "replace":
        text = text_of(candidate)
    named = _named(candidate, known, text)
    if named:
        return _with_doubles(named, known)
    if not text:
        return _of_role(candidate, known)
    scope = scope_of_candidate(candidate)
    for scopes in ((scope,), _ALSO.get(scope, ())):
        found = _alike(text, [target for target in known if target.scope in scopes])
        if isinstance(candidate, AboutCandidate):
            found = [
                target for target in found if target.kind != "about" or target.id == candidate.path
            ] or found * (scope == TOOLS)
        if found:
            return _with_doubles(found, known)
    held = _held_by(candidate, text)
    agreeing = [
        target for target in known if held and target.held and target.held.agrees_with(held)
    ]
    return agreeing or _of_role(candidate, known)


def _named(candidate: Candidate, known: Sequence[Target], text: str) -> list[Target]:
    """Returns the target that the candidate names, unless its own words name another one."""
    named = [target for target in known if candidate.target and target.id == candidate.target]
    if not named or not text:
        # Of a list, words end elements, never all of it.
        return [] if named and is_several(named[0].id) else named
    matching = _alike(text, named)
    if named[0].kind == "about":
        if is_several(named[0].id) or _is_part(text, named[0]):
            return matching
        return named
    elsewhere = [] if matching else _alike(text, known)
    return [] if elsewhere and candidate.target_text else named


def _is_part(text: str, target: Target) -> bool:
    """Returns whether words name only a part of a value: "nuts" of "nuts and penicillin"."""
    value, told = set(stems(target.text)), set(stems(text))
    return told < value and any(mark in target.text for mark in (",", ";", " and ", "/", "&"))


def _of_role(candidate: Candidate, known: Sequence[Target]) -> list[Target]:
    """Returns the contacts of a role that the candidate names without a name: "my boss"."""
    if not isinstance(candidate, AboutCandidate) or candidate.path != "contacts":
        return []
    value = candidate.value
    held = held_by_fact("contacts", value)
    if held is None or value.get("name"):
        return []
    return [
        target
        for target in known
        if target.id == "contacts"
        and (theirs := held_by_fact("contacts", target.value))
        and theirs.key == held.key
    ]


def _held_by(candidate: Candidate, text: str) -> Held | None:
    if isinstance(candidate, PreferenceCandidate):
        held = held_by_preference(candidate.type, text, candidate.slot)
    elif isinstance(candidate, AboutCandidate) and candidate.path in PATHS:
        held = held_by_fact(candidate.path, text)
    else:
        held = None
    return held if held and held.slot in PATHS.values() else None


def _with_doubles(found: Sequence[Target], known: Sequence[Target]) -> list[Target]:
    """Returns the targets with those that say the same in another form."""
    held = [each for target in found if (each := target.held)]
    named = [target for target in found if target.scope in ("knowing", TOOLS)]

    def is_double(other: Target) -> bool:
        if held and (theirs := other.held) and any(each.agrees_with(theirs) for each in held):
            return True
        return any(
            target.scope == other.scope and _says_the_same(target.text, other.text)
            for target in named
        )

    return [target for target in known if target in found or is_double(target)]


def _alike(text: str, known: Sequence[Target]) -> list[Target]:
    """Returns those that say a text, else those about its object, else the only one with more."""
    words = set(stems(text))
    known = [target for target in known if words & set(stems(target.text)) or not words]
    exact = [target for target in known if same(target.text, text)]
    if exact or comparison(text):
        return exact
    about = [target for target in known if _says_the_same(target.text, text)]
    if about:
        return about
    more = [target for target in known if _says_more(target.text, text)]
    return more if len({target.text for target in more}) == 1 else []


def _says_more(known: str, text: str) -> bool:
    """Returns whether an item only adds to a text when or how often, or what for.

    "Plays tennis on Tuesdays" is tennis, "Open a café" is the café, "Tracks hours with Toggl" is
    Toggl; but "oat milk" is not milk, and "cats and dogs" are not cats.
    """
    if relation(known, text) in (Relation.OPPOSED, Relation.REVERSED):
        return False
    told = activity(text)
    if told and activity(known) == told:
        return True
    longer, shorter = fold(known).split(), fold(text).split()
    if not shorter or len(longer) <= len(shorter):
        return False
    if longer[: len(shorter)] == shorter:
        return longer[len(shorter)] in _CONDITIONS
    if longer[-len(shorter) :] != shorter:
        return False
    before = longer[-len(shorter) - 1]
    names_it = all(map(is_name, text.split())) and before != "and" and mentions(known, text)
    return names_it or before in _ARTICLES


def _says_the_same(one: str, other: str) -> bool:
    if comparison(one) or comparison(other):
        return same(one, other)
    return same_object(one, other)


def _targets(profile: Profile) -> Iterator[Target]:
    for item in profile.preferences:
        yield of_preference(item)
    for pattern in profile.patterns:
        yield _of_habit("pattern", pattern)
    for flow in profile.workflows:
        yield _of_habit("workflow", flow)
    for domain in profile.skill_level.domains:
        is_declared = profile.skill_level.is_declared(domain)
        yield Target("skill", domain, domain, "knowing", None, is_declared)
    metas = {meta.path: meta for meta in profile.about_meta}
    for path, value in leaves(profile.about.to_json()):
        meta = metas.get(path)
        at = stated_at(meta) if meta else None
        is_declared = bool(meta and meta.source == "declared")
        for each in elements(path, value):
            yield Target(
                "about",
                path,
                name_of(path, each),
                scope_of("about", path),
                at,
                is_declared,
                each,
            )


def _of_habit(kind: Literal["pattern", "workflow"], item: Pattern | Workflow) -> Target:
    is_declared = item.source == "manual"
    return Target(kind, item.id, item.description, kind, item.stated_at, is_declared)


def _past_targets(profile: Profile) -> Iterator[Target]:
    past = profile.past
    for item in past.preferences:
        yield replace(of_preference(item), is_declared=False, is_past=True)
    for pattern in past.patterns:
        yield Target("pattern", pattern.id, pattern.description, "pattern", None, is_past=True)
    for flow in past.workflows:
        yield Target("workflow", flow.id, flow.description, "workflow", None, is_past=True)
    for fact in past.facts:
        _, is_skill, domain = fact.path.partition(SKILLS)
        yield Target(
            "about",
            fact.path,
            domain if is_skill else name_of(fact.path, fact.value),
            "knowing" if is_skill else scope_of("about", fact.path),
            None,
            value=fact.value,
            is_past=True,
        )


def of_preference(item: Preference) -> Target:
    """Returns a preference as what words may end."""
    return Target(
        "preference",
        item.id,
        item.description,
        scope_of("preference", item.type),
        stated_at(item),
        item.source == "manual",
        item=item,
    )

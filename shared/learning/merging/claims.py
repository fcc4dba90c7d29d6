"""What each kind of candidate claims, and whether its quote supports that (P-12)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from shared.base.text import same_meaning
from shared.documents.about import in_words
from shared.documents.profile import Evidence, Level, PreferenceType, Profile
from shared.learning.candidates import (
    AboutCandidate,
    Candidate,
    PatternCandidate,
    PreferenceCandidate,
    SkillCandidate,
    WorkflowCandidate,
)
from shared.learning.support import Claim, Said, Support, Utterance, judge
from shared.learning.support.zones import is_zone_said, zone_named

_NAMES = frozenset(
    {
        "name",
        "timezone",
        "work.org",
        "work.languages",
        "tools.editor",
        "tools.infra",
        "codePreferences.preferredStacks",
    }
)
"""Paths whose values are names: each word of them has to be the user's."""
_NAMED = frozenset(
    """
    location city town hometown country residence address birthplace school university college
    employer company team email phone website birthday spouse partner nickname
    """.split()
)
"""The keys of custom values that are names as well."""


class Messages:
    """The user's messages of a batch, by the ids of their prompts."""

    def __init__(self, contents: Mapping[str, str]) -> None:
        self.by_id = {id_: Said([content]) for id_, content in contents.items()}
        self.all = Said(list(contents.values()))


def support_of(
    candidate: Candidate, evidence: Evidence, messages: Messages, profile: Profile
) -> Support:
    """Returns how well a quote of one of the messages supports a candidate.

    Args:
        candidate: a candidate within its limits.
        evidence: its quote.
        messages: the user's messages of the batch.
        profile: the profile, for the item that the candidate repeats, if it does.
    """
    utterance = Utterance(candidate.quote, messages.by_id[evidence.prompt_id])
    repeated = list(_known_item(candidate, profile))
    said = Said(repeated, also=messages.all) if repeated else messages.all
    if isinstance(candidate, AboutCandidate) and candidate.path == "timezone":
        known = zone_named(str(candidate.value).strip())
        if known:
            return Support.SAID if is_zone_said(known, said) else Support.NONE
    support = judge(claim_of(candidate), utterance, said)
    if support is Support.NONE:
        return support
    match candidate:
        case PreferenceCandidate():
            return _with_type(support, candidate, utterance, said, profile)
        case SkillCandidate():
            return _with_level(support, candidate, utterance.level)
    return support


def texts_of(candidate: Candidate) -> list[str]:
    """Returns every text of a candidate that is stored or shown."""
    scope = [candidate.path] if isinstance(candidate, AboutCandidate) else []
    return [*claim_of(candidate).texts, *scope]


def claim_of(candidate: Candidate) -> Claim:
    """Returns what a candidate says."""
    match candidate:
        case PreferenceCandidate():
            return Claim(
                candidate.description,
                retold=candidate.context,
                names=list(_texts_in(candidate.metadata)),
                label=candidate.category,
                is_wish=candidate.type == PreferenceType.PREFERENCE,
            )
        case PatternCandidate():
            return Claim(candidate.description, label=candidate.category, is_topic=True)
        case WorkflowCandidate():
            return Claim(candidate.description, parts=candidate.steps)
        case SkillCandidate():
            # A domain of one word with a capital is the name of a thing: "Docker".
            one_name = candidate.domain[:1].isupper() and " " not in candidate.domain.strip()
            return Claim(candidate.domain, names=[candidate.domain] if one_name else [])
        case AboutCandidate():
            return Claim(
                in_words(candidate.value),
                names=_names_in(candidate.path, candidate.value),
                is_wish=candidate.path.startswith("codePreferences."),
                is_of_others=candidate.path == "contacts",
            )


def _names_in(path: str, value: Any) -> list[str]:
    """Returns the names in a fact: the whole value, or who a contact is."""
    if path in _NAMES or path.rpartition(".")[2].casefold() in _NAMED:
        return [in_words(value)]
    if path == "contacts":
        name = value.get("name") if isinstance(value, dict) else value
        return [str(name or "").split("(")[0].split(",")[0]]
    return []


def _known_item(candidate: Candidate, profile: Profile) -> Iterator[str]:
    """Yields the texts of the known item that a candidate repeats."""
    match candidate:
        case PreferenceCandidate():
            for item in profile.preferences:
                if item.type == candidate.type and _repeats(candidate, item.id, item.description):
                    yield from (item.description, item.context, item.category)
                    yield from _texts_in(item.metadata)
        case PatternCandidate():
            for pattern in profile.patterns:
                if _repeats(candidate, pattern.id, pattern.description):
                    yield from (pattern.description, pattern.category)
        case WorkflowCandidate():
            for workflow in profile.workflows:
                if _repeats(candidate, workflow.id, workflow.description):
                    yield from (workflow.description, *workflow.steps)


def _repeats(
    candidate: PreferenceCandidate | PatternCandidate | WorkflowCandidate, id_: str, text: str
) -> bool:
    return candidate.matches == id_ or same_meaning(candidate.description, text)


def _with_type(
    support: Support,
    candidate: PreferenceCandidate,
    utterance: Utterance,
    said: Said,
    profile: Profile,
) -> Support:
    """The quote must fit the type as well, and say what the item says that is to rise."""
    if candidate.type in (PreferenceType.LIKE, PreferenceType.DISLIKE):
        likes = candidate.type == PreferenceType.LIKE
        if utterance.contradicts(candidate.description, likes=likes):
            return Support.NONE
    if not utterance.expresses(candidate.type):
        support = _weaker(support, Support.INFERRED)
    known = _matched(candidate, profile)
    if known:
        of_known = judge(replace(claim_of(candidate), text=known), utterance, said)
        support = _weaker(support, Support.SAID if of_known is Support.SAID else Support.INFERRED)
    return support


def _matched(candidate: PreferenceCandidate, profile: Profile) -> str | None:
    """Returns the description of the preference that a candidate repeats in other words."""
    known = (item for item in profile.preferences if item.id == candidate.matches)
    item = next((item for item in known if item.type == candidate.type), None)
    if item is None or same_meaning(item.description, candidate.description):
        return None
    return item.description


def _with_level(support: Support, candidate: SkillCandidate, level: Level | None) -> Support:
    """The level itself must be in the quote: naming a subject says nothing of one's skill."""
    if level is None:
        return Support.INFERRED if support is Support.SAID else Support.NONE
    if not candidate.domain:
        support = Support.SAID
    apart = abs(level.rank - candidate.level.rank)
    return _weaker(support, (Support.SAID, Support.INFERRED, Support.NONE)[apart])


def _weaker(one: Support, other: Support) -> Support:
    order = (Support.NONE, Support.INFERRED, Support.SAID)
    return min(one, other, key=order.index)


def _texts_in(value: Any) -> Iterator[str]:
    """Yields the texts and numbers in a candidate's metadata."""
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts_in(item)
    elif isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        yield str(value)

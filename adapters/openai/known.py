"""What a model is given of the profile: the strongest items, cut to a fixed size.

The profile is sent, and paid for, with every call, however large the user has made it.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from shared.base.text import byte_length
from shared.documents.about import leaves
from shared.documents.profile import Preference, Profile

KNOWN_BYTES = 16_000
"""The most that is given of a profile, in bytes of JSON."""
_SHARES = {
    "facts": 3_300,
    "skills": 800,
    "preferences": 7_000,
    "patterns": 1_600,
    "workflows": 1_600,
    "past": 1_500,
}
"""How that is shared out. The rest is for the names of the parts."""
_TEXT = 200
"""The most of one text, in characters."""
_ELEMENTS = 20
"""The most elements of one list."""


def known(profile: Profile) -> dict[str, Any]:
    """Returns the facts by path, the skills by domain, and the other items with their ids.

    Preferences are in order of confidence, active ones first; patterns and workflows in order of
    frequency; what has ended, the latest first. What does not fit is left out, and so are facts
    that were only inferred (P-12): the model reports one as soon as a message says it, which
    confirms it, and builds on none.
    """
    preferences = sorted(
        profile.preferences, key=lambda item: (item.active, item.confidence), reverse=True
    )
    facts = leaves(profile.without_inferred().about.to_json())
    return {
        "facts": dict(_fitting("facts", ((path, _cut(value)) for path, value in facts))),
        "skills": dict(_fitting("skills", _skills(profile))),
        "preferences": _fitting(
            "preferences",
            map(_preference, preferences),
        ),
        "patterns": _fitting(
            "patterns", map(_named, sorted(profile.patterns, key=lambda item: -item.frequency))
        ),
        "workflows": _fitting(
            "workflows", map(_named, sorted(profile.workflows, key=lambda item: -item.frequency))
        ),
        "past": _fitting("past", _past(profile)),
    }


def _preference(item: Preference) -> dict[str, Any]:
    shown = {"id": item.id, "type": item.type, "description": item.description[:_TEXT]}
    return shown if item.active else shown | {"superseded": True}


def _skills(profile: Profile) -> Iterator[tuple[str, str]]:
    if profile.skill_level.overall:
        yield "", profile.skill_level.overall
    yield from ((key[:_TEXT], level) for key, level in profile.skill_level.domains.items())


def _past(profile: Profile) -> Iterator[dict[str, Any]]:
    """Yields what is no longer true, the latest first, each marked with the day it ended."""
    past = profile.past
    items: list[tuple[Any, dict[str, Any]]] = [
        (item, _named(item)) for item in (*past.preferences, *past.patterns, *past.workflows)
    ]
    items += [(fact, {"path": fact.path, "value": _cut(fact.value)}) for fact in past.facts]
    ended = [(item.ended.at.date().isoformat(), shown) for item, shown in items if item.ended]
    for day, shown in sorted(ended, key=lambda each: each[0], reverse=True):
        yield shown | {"ended": day}


def _named(item: Any) -> dict[str, str]:
    return {"id": item.id, "description": item.description[:_TEXT]}


def _fitting(part: str, items: Iterable[Any]) -> list[Any]:
    """Returns the items that fit into a part's share together, in their order."""
    left = _SHARES[part]
    taken = []
    for item in items:
        needed = byte_length(json.dumps(item, ensure_ascii=False)) + 2
        if needed <= left:
            left -= needed
            taken.append(item)
    return taken


def _cut(value: Any) -> Any:
    if isinstance(value, str):
        return value[:_TEXT]
    if isinstance(value, list):
        return [_cut(item) for item in value[:_ELEMENTS]]
    if isinstance(value, dict):
        return {key[:_TEXT]: _cut(item) for key, item in list(value.items())[:_ELEMENTS]}
    return value

"""What a model is given of the profile: the strongest items, cut to a fixed size.

The profile is sent, and paid for, with every call, however large the user has made it.
"""

import json
from collections.abc import Iterable
from typing import Any

from shared.base.text import byte_length
from shared.documents.profile import Profile

KNOWN_BYTES = 16_000
"""The most that is given of a profile, in bytes of JSON: a quarter each for the facts and for the
patterns and workflows together, and half for the preferences."""
_TEXT = 200
"""The most of one text, in characters."""
_ELEMENTS = 20
"""The most elements of one list."""


def known(profile: Profile) -> dict[str, Any]:
    """Returns the facts, and the preferences, patterns and workflows with their ids.

    Preferences are in order of confidence, active ones first; patterns and workflows in order of
    frequency. What does not fit is left out, and so are facts that were only inferred (P-12): the
    model reports one as soon as a message says it, which confirms it, and builds on none.
    """
    preferences = sorted(
        profile.preferences, key=lambda item: (item.active, item.confidence), reverse=True
    )
    patterns = sorted(profile.patterns, key=lambda item: -item.frequency)
    workflows = sorted(profile.workflows, key=lambda item: -item.frequency)
    facts = profile.without_inferred().about.to_json().items()
    return {
        "about": dict(_fitting(((key, _cut(value)) for key, value in facts), KNOWN_BYTES // 4)),
        "preferences": _fitting(
            (
                {"id": item.id, "type": item.type, "description": item.description[:_TEXT]}
                for item in preferences
            ),
            KNOWN_BYTES // 2,
        ),
        "patterns": _fitting(map(_named, patterns), KNOWN_BYTES // 8),
        "workflows": _fitting(map(_named, workflows), KNOWN_BYTES // 8),
    }


def _named(item: Any) -> dict[str, str]:
    return {"id": item.id, "description": item.description[:_TEXT]}


def _fitting(items: Iterable[Any], size: int) -> list[Any]:
    """Returns the items that fit into `size` bytes of JSON together, in their order."""
    taken = []
    for item in items:
        needed = byte_length(json.dumps(item, ensure_ascii=False)) + 2
        if needed <= size:
            size -= needed
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

"""Items of a model's answer, as a perfect reader would give them."""

from typing import Any

from tests.support.openai_server import EMPTY, preference

CHANGE = ("does", "target", "target_text", "valid_from", "valid_to", "ageing")
"""The fields of what the words do."""


def found(*preferences: Any, facts: Any = (), skills: Any = ()) -> dict[str, Any]:
    """An answer with these items."""
    lists = {"preferences": list(preferences), "facts": list(facts), "skills": list(skills)}
    return {**EMPTY, **lists}


def stated(quote: str, description: str, **more: Any) -> dict[str, Any]:
    """A preference that a quote states."""
    sure = {"confidence": 0.97, "context": "", "type": "preference", "category": "General"}
    return preference(quote, description=description, **{**sure, **_changed(more)})


def fact(quote: str, path: str, value: str, **more: Any) -> dict[str, Any]:
    """A fact that a quote states."""
    return {
        "quote": quote,
        "prompt": 1,
        "path": path,
        "value": value,
        "confidence": 0.97,
        **_changed(more),
    }


def _changed(more: dict[str, Any]) -> dict[str, Any]:
    """The fields of an item, with what its words do in an object of its own."""
    inner = {key: more[key] for key in CHANGE if key in more}
    outer = {key: value for key, value in more.items() if key not in CHANGE}
    return outer | {"change": {"does": "assert", **inner} if inner else None}

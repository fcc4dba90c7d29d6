"""Items of a model's answer, as a perfect reader would give them."""

from typing import Any

from tests.support.openai_server import EMPTY, preference


def found(*preferences: Any, facts: Any = (), skills: Any = ()) -> dict[str, Any]:
    """An answer with these items."""
    lists = {"preferences": list(preferences), "facts": list(facts), "skills": list(skills)}
    return {**EMPTY, **lists}


def stated(quote: str, description: str, **more: Any) -> dict[str, Any]:
    """A preference that a quote states."""
    sure = {"confidence": 0.97, "context": "", "type": "preference", "category": "General"}
    return preference(quote, description=description, **{**sure, **more})


def fact(quote: str, path: str, value: str, **more: Any) -> dict[str, Any]:
    """A fact that a quote states."""
    return {"quote": quote, "prompt": 1, "path": path, "value": value, "confidence": 0.97, **more}

"""What a perfect reader reads, as a model's answers to requests for the table's messages."""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

from tests.support.model.items import CHANGE
from tests.support.openai_server import answer
from tests.support.truth.table import Label, Step

_LISTS = {
    "about": "facts",
    "preference": "preferences",
    "skill": "skills",
    "pattern": "patterns",
    "workflow": "workflows",
}
"""The lists of an answer, in the order in which they become candidates."""
_PATHS = ("custom.location", "custom.diet", "custom.birthday", "custom.nativeLanguage")
_PATHS += ("custom.allergies",)
"""The custom facts that the schema names; any other one goes by its key."""
_NOTHING: dict[str, list[Any]] = {name: [] for name in _LISTS.values()}
_EMPTY_BY_KIND: Mapping[str, Mapping[str, Any]] = {
    "about": {"key": None, "relation": None},
    "preference": {"category": "", "context": "", "matches": None, "slot": None},
    "skill": {},
    "pattern": {"category": "", "matches": None},
    "workflow": {"matches": None},
}


class Reader:
    """A model that knows what is to be read in each message. Thread-safe."""

    def __init__(self) -> None:
        self._answers: dict[str, Mapping[str, Any]] = {}
        self._lock = Lock()

    def will_read(
        self, step: Step, labels: Mapping[str, Label], later: timedelta
    ) -> list[Mapping[str, Any]]:
        """Prepares the answer to a step; returns its reads in the order of the candidates.

        Args:
            step: the step.
            labels: the items that it may refer to.
            later: how much later than in the table it is played.
        """
        reads = sorted(step.reads, key=lambda read: list(_LISTS).index(kind_of(step, read, labels)))
        found = {name: list(items) for name, items in _NOTHING.items()}
        for read in reads:
            fields = step.candidate(read, labels)
            found[_LISTS[fields["kind"]]].append(_found(fields, read.get("of", 0) + 1, later))
        with self._lock:
            self._answers[step.prompts[-1]] = found
        return reads

    def __call__(self, handler: Any, request: Mapping[str, Any]) -> None:
        """Answers a request by the last message in it."""
        data = json.loads(request["messages"][-1]["content"])
        with self._lock:
            found = self._answers.get(data["messages"][-1]["text"], _NOTHING)
        answer(handler, json.dumps(found))


def kind_of(step: Step, read: Mapping[str, Any], labels: Mapping[str, Label]) -> str:
    """The kind of candidate that is read."""
    return str(step.candidate(read, labels)["kind"])


def _found(fields: Mapping[str, Any], number: int, later: timedelta) -> dict[str, Any]:
    kind = fields["kind"]
    change = {name: value for name, value in fields.items() if name in CHANGE}
    for name in ("valid_from", "valid_to"):
        if change.get(name):
            change[name] = (datetime.fromisoformat(change[name]) + later).isoformat()
    others = {"kind", "prompt_id", *CHANGE}
    found: dict[str, Any] = {
        **_EMPTY_BY_KIND[kind],
        "prompt": number,
        "change": {"does": "assert", **change} if change else None,
        **{name: value for name, value in fields.items() if name not in others},
    }
    if kind == "about":
        found |= _fact(fields["path"], fields["value"])
    return found


def _fact(path: str, value: Any) -> dict[str, Any]:
    section, _, key = path.partition(".")
    is_other = section == "custom" and path not in _PATHS
    place = {"path": "custom", "key": key} if is_other else {"path": path, "key": None}
    if isinstance(value, dict):
        return {**place, "value": value["name"], "relation": value["relation"]}
    return {**place, "value": str(value), "relation": None}

"""Sequences of ordinary people who change their minds, with what is true at their end.

The files beside this module hold them. A sequence has steps; each one is a batch, or an act of the
user's own:

    day       when it is said, in days after the start; steps are delivered in the given order
    says      the message, or `prompts`, a list of messages one second apart
    reads     what a perfect reader takes from it (see below)
    unchanged whether the step may change nothing that is included
    hand      what the user declares: {"about": <merge patch>} or {<preference type>: <description>}
    deletes   the label of a preference that the user deletes

What is read is an item of one kind, written as {<preference type>: <description>}, {"pattern": …},
{"workflow": …, "items": [steps]}, {"skill": <domain>, "level": …} or {"about": <path>, "value": …}.
Without one, it is about the item that `target` refers to. Besides:

    as         a label to refer to the item by
    does       assert, end, replace or retract
    target     "@label" of an item of an earlier step, or else the words of one
    quote      the user's words; the whole message if absent
    of         the number of the message, if there are several
    slot, ageing, confidence
    from, to   when it is true, in days after the start
    outcome    the expected decision: a regular expression over "outcome" or "rejected:reason"

At its end, or on the day `at`, each regular expression of `want` is found in a line of what is
included, none of `wantnot` is, each of `past` is found in the history, and none of `gone` is in any
part of the profile. Case does not matter.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from shared.documents.about import LIST_PATHS, in_words
from shared.documents.profile import PreferenceType

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
TYPES = frozenset(map(str, PreferenceType))
SURE = 0.9
"""The confidence of what is read, unless another is given: a perfect reader of explicit words."""

_SEQUENCE = {"name", "steps", "at", "want", "wantnot", "past", "gone"}
_STEP = {"day", "says", "prompts", "reads", "unchanged", "hand", "deletes"}
_READ = TYPES | set(
    "about value pattern workflow items skill level as does target quote of slot from to ageing"
    " confidence outcome".split()
)


@dataclass(frozen=True)
class Label:
    """An item that later steps refer to: what was read, and its id once it is stored."""

    read: Mapping[str, Any]
    item_id: str = ""


@dataclass(frozen=True)
class Step:
    """One step of a sequence."""

    number: int
    day: float
    prompts: tuple[str, ...] = ()
    reads: tuple[Mapping[str, Any], ...] = ()
    unchanged: bool = False
    hand: Mapping[str, Any] = field(default_factory=dict)
    deletes: str = ""

    @property
    def at(self) -> datetime:
        """When it is said or done."""
        return on(self.day)

    def prompt_id(self, place: int) -> str:
        """The id of one of its messages."""
        return f"s{self.number}p{place}"

    def candidate(self, read: Mapping[str, Any], labels: Mapping[str, Label]) -> dict[str, Any]:
        """What an analyzer answers, as the fields of a candidate."""
        place = read.get("of", 0)
        target = read.get("target", "")
        known = labels[target[1:]] if target.startswith("@") else None
        has_text = any(key in read for key in (*TYPES, "pattern", "workflow", "skill", "about"))
        item = _item(read if has_text or known is None else known.read)
        if "confidence" in item and "confidence" in read:
            item["confidence"] = read["confidence"]
        found = {
            **item,
            "quote": read.get("quote", self.prompts[place]),
            "prompt_id": self.prompt_id(place),
            "does": read.get("does", "assert"),
        }
        if known:
            found["target"] = known.item_id or None
            if known.read.get("about") in LIST_PATHS:
                found["target_text"] = name_of(known.read["value"])
        elif target:
            found["target_text"] = target
        for key, name in (("from", "valid_from"), ("to", "valid_to")):
            if key in read:
                found[name] = on(read[key]).isoformat()
        found |= {key: read[key] for key in ("slot", "ageing") if key in read}
        return found


@dataclass(frozen=True)
class Sequence:
    """A sequence of steps, and what is true at its end."""

    file: str
    name: str
    steps: tuple[Step, ...]
    at: datetime
    want: tuple[str, ...] = ()
    wantnot: tuple[str, ...] = ()
    past: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """How a failing test names it."""
        return f"{self.file}: {self.name}"


def sequences() -> list[Sequence]:
    """The whole table."""
    return [
        _sequence(path.stem, entry)
        for path in sorted(Path(__file__).parent.glob("*.json"))
        for entry in json.loads(path.read_text(encoding="utf-8"))
    ]


def on(day: float) -> datetime:
    """A day of the table as a time."""
    return START + timedelta(days=day)


def name_of(value: Any) -> str:
    """What an element of a list is called."""
    return str(value["name"]) if isinstance(value, dict) else in_words(value)


def _item(read: Mapping[str, Any]) -> dict[str, Any]:
    type_ = next((key for key in read if key in TYPES), None)
    confidence = read.get("confidence", SURE)
    if type_:
        found = {"type": type_, "description": read[type_], "confidence": confidence}
        return {"kind": "preference", **found}
    if "pattern" in read:
        return {"kind": "pattern", "description": read["pattern"]}
    if "workflow" in read:
        steps = read.get("items", [])
        return {"kind": "workflow", "description": read["workflow"], "steps": steps}
    if "skill" in read:
        return {"kind": "skill", "domain": read["skill"], "level": read["level"]}
    path, value = read["about"], read["value"]
    return {"kind": "about", "path": path, "value": value, "confidence": confidence}


def _sequence(file: str, entry: Mapping[str, Any]) -> Sequence:
    _check(entry, _SEQUENCE, entry.get("name"))
    steps = tuple(_step(n, step, entry["name"]) for n, step in enumerate(entry["steps"]))
    last = max(step.day for step in steps)
    expected = {key: tuple(entry.get(key, ())) for key in ("want", "wantnot", "past", "gone")}
    return Sequence(file, entry["name"], steps, on(entry.get("at", last + 0.02)), **expected)


def _step(number: int, step: Mapping[str, Any], name: str) -> Step:
    _check(step, _STEP, name)
    for read in step.get("reads", ()):
        _check(read, _READ, name)
    says = (step["says"],) if "says" in step else tuple(step.get("prompts", ()))
    return Step(
        number,
        step["day"],
        says,
        tuple(step.get("reads", ())),
        step.get("unchanged", False),
        step.get("hand", {}),
        step.get("deletes", "").removeprefix("@"),
    )


def _check(entry: Mapping[str, Any], keys: set[str] | frozenset[str], name: object) -> None:
    unknown = set(entry) - set(keys)
    if unknown:
        raise ValueError(f"{name}: unknown keys {sorted(unknown)}")

"""What purged facts and skill levels say, and where they stand in stored documents. Pure.

A fact is named by its path, as in `aboutMeta`; a skill level by `skillLevel.domains.<domain>` or
`skillLevel.overall`, as in the changelog.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.base.model import Model
from shared.documents.about import LIST_PATHS, SECTIONS, in_words, leaves
from shared.documents.profile import OVERALL, Profile

CLOSED = frozenset({"codePreferences.tone", "codePreferences.detailLevel"})
"""Facts whose values are our words, not the user's."""
_SKILLS = "skillLevel"
_OVERALL = f"{_SKILLS}.{OVERALL}"
_DOMAIN = f"{_SKILLS}.domains."
_PERSON = ("name", "email", "phone", "note")
"""The fields of a contact that tell who it is."""


@dataclass(frozen=True)
class Removed:
    """What an edit takes out of a profile.

    Attributes:
        paths: the facts and skill levels that are gone.
        elements: of lists that stay, the elements that are gone, as decisions describe them.
        texts: what all of these said.
        adds: whether the edit also sets something.
    """

    paths: list[str]
    elements: list[str]
    texts: list[str]
    adds: bool


def removed(before: Profile, after: Profile) -> Removed:
    """Returns what is in one profile and not in the other."""
    old, new = _facts(before), _facts(after)
    gone = [path for path in old if path not in new]
    lost = {
        path: [each for each in old[path] if each not in new[path]]
        for path in old
        if path in new and path in LIST_PATHS
    }
    texts = [words for path in gone for words in said_at(path, old[path])]
    texts += [words for path, values in lost.items() for words in said_at(path, values)]
    elements = [f"{path}: {in_words(each)}" for path, values in lost.items() for each in values]
    adds = any(path not in old or any(each not in old[path] for each in new[path]) for path in new)
    adds = adds or any(len(lost[path]) + len(new[path]) != len(old[path]) for path in lost)
    return Removed(gone, elements, texts, adds)


def _facts(profile: Profile) -> dict[str, list[Any]]:
    """Returns the values of each fact and skill level, by path."""
    found = {
        path: value if isinstance(value, list) else [value]
        for path, value in leaves(profile.about.to_json())
    }
    skills = profile.skill_level
    found |= {f"{_DOMAIN}{name}": [str(level)] for name, level in skills.domains.items()}
    return found | ({_OVERALL: [str(skills.overall)]} if skills.overall else {})


def said_at(path: str, value: Any) -> Iterator[str]:
    """Yields the user's words in a value of a fact; of a skill level, its domain."""
    if path.startswith(_DOMAIN):
        yield path.removeprefix(_DOMAIN)
    elif path not in CLOSED and path != _OVERALL:
        yield from _texts(value)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, Mapping):
        yield in_words(value)
        is_person = "name" in value
        for key, part in value.items():
            if key in _PERSON or not is_person:
                yield from _texts(part)


def ever_said(document: Model, paths: Collection[str], elements: Collection[str]) -> Iterator[str]:
    """Yields what a batch or a change of the profile has of purged facts and levels."""
    fields = document.model_dump(mode="json", by_alias=True, exclude_none=True)
    for decision in fields.get("decisions", ()):
        path = path_of(decision)
        if path in paths or (path and decision["description"] in elements):
            yield decision["description"]
            if quote := decision.get("quote"):
                yield quote
    for path in paths:
        has_words = path not in CLOSED and path != _OVERALL
        for tree in (fields.get("changes"), fields.get("snapshot")):
            for steps in places_of(path):
                yield from said_at(path, _value_at(tree, steps))
        for withdrawn in fields.get("snapshot", {}).get("withdrawn", ()):
            if has_words and withdrawn["scope"] == path:
                yield withdrawn["text"]
        for item in fields.get("removedItems", ()):
            if has_words and item["path"] == path:
                yield item.get("description", "").removeprefix(f"{path}: ")
    if undo := fields.get("undo"):
        try:
            delta = json.loads(undo)
        except (ValueError, RecursionError):
            return
        for path in paths:
            yield from said_at(path, list(_in_delta(delta, place_of(path))))


def path_of(decision: Mapping[str, Any]) -> str | None:
    """Returns which fact or skill level a decision is about; None if it is about none."""
    id_ = decision.get("itemId")
    if decision.get("kind") == "about":
        return id_
    if decision.get("kind") != "skill" or id_ is None:
        return None
    return _OVERALL if id_ == OVERALL else f"{_DOMAIN}{id_}"


def place_of(path: str) -> Sequence[str]:
    """Returns the keys that lead to a fact or skill level in a profile."""
    if path.startswith(_DOMAIN):
        return [_SKILLS, "domains", path.removeprefix(_DOMAIN)]
    if path == _OVERALL:
        return [_SKILLS, OVERALL]
    section, _, name = path.partition(".")
    return ["about", section, name] if section in SECTIONS and name else ["about", path]


def levels_of(paths: Collection[str]) -> frozenset[str]:
    """Returns by which names `skillLevel.declared` has the skill levels among paths."""
    steps = (place_of(path) for path in paths)
    return frozenset(place[-1] for place in steps if place[0] == _SKILLS)


def places_of(path: str) -> tuple[Sequence[str], ...]:
    """Returns the same, and the keys that lead to it among the changes of a version."""
    place = place_of(path)
    return (place, place[1:]) if place[0] == "about" else (place,)


def _value_at(tree: Any, steps: Sequence[str]) -> Any:
    for step in steps:
        tree = tree.get(step) if isinstance(tree, Mapping) else None
    return tree


def _in_delta(delta: Any, steps: Sequence[str]) -> Iterator[Any]:
    """Yields the values that a delta gives to what stands at a place."""
    if not isinstance(delta, Mapping):
        return
    if "=" in delta:
        yield _value_at(delta["="], steps)
    elif not steps:
        yield from (item for _, item in delta.get("+", ()))
        yield from delta.get("-", ())
    else:
        first, *rest = steps
        yield _value_at(delta.get("+"), steps)
        yield from _in_delta(delta.get("~", {}).get(first), rest)


def without(value: Any, steps: Sequence[str]) -> Any:
    """Returns JSON without what stands at a place."""
    if not isinstance(value, Mapping) or steps[0] not in value:
        return value
    first, *rest = steps
    if not rest:
        return {key: part for key, part in value.items() if key != first}
    return {**value, first: without(value[first], rest)}


def delta_without(delta: Any, steps: Sequence[str]) -> Any:
    """Returns a delta between two versions, as it is if neither has what stands at a place."""
    if not isinstance(delta, Mapping):
        return delta
    if "=" in delta:
        return {"=": without(delta["="], steps)}
    first, *rest = steps
    result = dict(delta)
    if "+" in delta:
        result["+"] = without(delta["+"], steps)
    if not rest:
        result["-"] = [key for key in delta.get("-", ()) if key != first]
        result["~"] = {key: part for key, part in delta.get("~", {}).items() if key != first}
    elif first in delta.get("~", {}):
        result["~"] = {**delta["~"], first: delta_without(delta["~"][first], rest)}
    return {sign: part for sign, part in result.items() if part or sign not in ("-", "+", "~")}

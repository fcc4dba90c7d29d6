"""Deltas between two JSON values: what turns one into the other, and only what differs.

A delta is JSON itself, one of three nodes:

- `{"=": value}`: the value as a whole.
- `{"-": [key], "+": {key: value}, "~": {key: delta}}`: an object's keys to remove, to add and to
  change. Absent parts change nothing.
- `{"by": scheme, "-": [name], "~": {name: delta}, "order": [name], "+": [[index, value]]}`: the
  same for a list whose items have names. `scheme` says what names an item: its `id`, its `path`,
  itself if it is a text (`text`), or its JSON (`value`). Additions come last, in order of their
  index in the result, or at its end if that is shorter; `order` is there only if items that stay
  change places.

Values are equal if their JSON is: 1, 1.0 and true differ.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any

Delta = dict[str, Any]


class Misfit(Exception):
    """The delta does not belong to the value, or is malformed."""


def difference(source: Any, target: Any) -> Delta | None:
    """Returns the delta for which `applied(source, delta)` is `target`; None if they are equal."""
    if equal(source, target):
        return None
    if isinstance(source, dict) and isinstance(target, dict):
        return _of_objects(source, target)
    if isinstance(source, list) and isinstance(target, list):
        return _of_lists(source, target)
    return {"=": target}


def applied(source: Any, delta: Any) -> Any:
    """Returns what the delta makes of `source`, which stays as it is.

    Raises:
        Misfit: the delta does not belong to `source`, or is malformed.
    """
    try:
        return _applied(source, delta)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise Misfit from error


def as_text(delta: Delta) -> str:
    """Returns the delta as it is stored: JSON without spaces."""
    return json.dumps(delta, ensure_ascii=False, separators=(",", ":"))


def equal(one: Any, other: Any) -> bool:
    """Returns whether two JSON values have the same JSON, whatever the order of keys."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(equal, one, other))
    return type(one) is type(other) and bool(one == other)


def names_of(items: Sequence[Any], scheme: str) -> list[str] | None:
    """Returns the name of each item, or None if one has none or two have the same."""
    try:
        names = [_SCHEMES[scheme](item) for item in items]
    except (KeyError, TypeError):
        return None
    is_usable = all(isinstance(name, str) for name in names) and len(set(names)) == len(names)
    return names if is_usable else None


def _text(item: Any) -> str:
    if not isinstance(item, str):
        raise TypeError
    return item


_SCHEMES: dict[str, Callable[[Any], Any]] = {
    "id": lambda item: item["id"],
    "path": lambda item: item["path"],
    "text": _text,
    "value": lambda item: json.dumps(item, ensure_ascii=False, sort_keys=True),
}


def _of_objects(source: dict[str, Any], target: dict[str, Any]) -> Delta:
    parts = {
        "-": [key for key in source if key not in target],
        "+": {key: value for key, value in target.items() if key not in source},
        "~": {
            key: delta
            for key, value in target.items()
            if key in source and (delta := difference(source[key], value))
        },
    }
    return {sign: part for sign, part in parts.items() if part}


def _of_lists(source: list[Any], target: list[Any]) -> Delta:
    for scheme in _SCHEMES:
        past, present = names_of(target, scheme), names_of(source, scheme)
        if past is not None and present is not None:
            break
    else:
        return {"=": target}
    held = dict(zip(present, source, strict=True))
    wanted = dict(zip(past, target, strict=True))
    staying = [name for name in present if name in wanted]
    in_order = [name for name in past if name in held]
    parts = {
        "-": [name for name in present if name not in wanted],
        "~": {name: d for name in in_order if (d := difference(held[name], wanted[name]))},
        "order": in_order if in_order != staying else [],
        "+": [[place, wanted[name]] for place, name in enumerate(past) if name not in held],
    }
    return {"by": scheme} | {sign: part for sign, part in parts.items() if part}


def _applied(source: Any, delta: Any) -> Any:
    if "=" in delta:
        return delta["="]
    if "by" in delta:
        return _applied_to_list(source, delta)
    result = dict(source)
    for key in delta.get("-", ()):
        del result[key]
    for key, change in delta.get("~", {}).items():
        result[key] = _applied(result[key], change)
    for key, value in delta.get("+", {}).items():
        if key in result:
            raise ValueError
        result[key] = value
    return result


def _applied_to_list(source: Any, delta: Delta) -> list[Any]:
    names = names_of(source, delta["by"])
    if names is None:
        raise ValueError
    held = dict(zip(names, source, strict=True))
    for name in delta.get("-", ()):
        del held[name]
    for name, change in delta.get("~", {}).items():
        held[name] = _applied(held[name], change)
    order = delta.get("order")
    if order:
        held = {name: held.pop(name) for name in order} | held
    items = list(held.values())
    for place, value in delta.get("+", ()):
        items.insert(min(max(place, 0), len(items)), value)
    if names_of(items, delta["by"]) is None:
        raise ValueError
    return items

"""Reads stored documents, also those that an earlier version stored without today's bounds.

What is out of bounds is brought back into them, and an item of a list or map that is beyond that is
left out, so that one odd value never costs a user the rest of their data. Writing the document
again then stores it without the odd value.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from shared.base.model import EARLIEST, LATEST, OUT_OF_RANGE

M = TypeVar("M", bound=BaseModel)
_ROUNDS = 5
"""How often a document is tried. Each round handles every problem that the last one found."""
_KEY = "[key]"
"""Where pydantic places the problem of a map's key: after the key itself."""
_OPTIONAL = frozenset({"value_error", "string_too_short", "enum", "literal_error"})
"""Problems with the content of a value, for which leaving the value out is the answer.

A choice that is not known may come from a newer release, which runs beside this one for a while.

A value of the wrong type was written by something else; outside of a list it is not guessed at.
"""

_REPAIRS: dict[str, Callable[[Any, Mapping[str, Any]], Any]] = {
    "less_than_equal": lambda _, limits: limits["le"],
    "greater_than_equal": lambda _, limits: limits["ge"],
    "string_too_long": lambda value, limits: value[: limits["max_length"]],
    "too_long": lambda value, limits: _first(value, limits["max_length"]),
    "finite_number": lambda *_: 0.0,
    OUT_OF_RANGE: lambda value, _: EARLIEST if value < EARLIEST else LATEST,
}


def readable(model: type[M], fields: Mapping[str, Any]) -> M:
    """Returns stored fields as an instance of `model`.

    Raises:
        ValidationError: they cannot be read, whatever is brought back into bounds.
    """
    try:
        return model.model_validate(fields)
    except ValidationError as error:
        problem = error
    mended = deepcopy(dict(fields))
    for _ in range(_ROUNDS):
        if not all(_mend(mended, detail) for detail in problem.errors(include_url=False)):
            break
        # Only now, so that an item that is left out does not move those with further problems.
        mended = _without_gone(mended)
        try:
            return model.model_validate(mended)
        except ValidationError as error:
            problem = error
    raise problem


def _mend(fields: dict[str, Any], detail: ErrorDetails) -> bool:
    """Brings one value back into bounds, or leaves it out; returns whether it could."""
    path, kind = detail["loc"], detail["type"]
    if path == ("id",):
        return False  # it comes from the document's path
    if kind in _REPAIRS:
        with suppress(TypeError):  # a time or number that is stored as text is left out instead
            value = _REPAIRS[kind](_at(fields, path), detail.get("ctx", {}))
            _at(fields, path[:-1])[path[-1]] = value
            return True
    if path[-1] == _KEY:
        return _remove(fields, path[:-1])
    last = max((n for n, part in enumerate(path) if isinstance(part, int)), default=None)
    if kind in _OPTIONAL and _remove(fields, path):
        return True
    return last is not None and _remove(fields, path[: last + 1])


_ABSENT, _GONE = object(), object()


def _at(fields: Any, path: Sequence[int | str]) -> Any:
    for part in path:
        if fields is _GONE:
            return _GONE
        try:
            fields = fields[part]
        except (KeyError, IndexError, TypeError):
            return _ABSENT
    return fields


def _remove(fields: dict[str, Any], path: Sequence[int | str]) -> bool:
    """Marks what is at the path as gone; it may be part of something that is gone already."""
    parent = _at(fields, path[:-1])
    if parent is _GONE:
        return True
    if _at(parent, path[-1:]) is _ABSENT:
        return False
    parent[path[-1]] = _GONE
    return True


def _without_gone(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_gone(item) for key, item in value.items() if item is not _GONE}
    if isinstance(value, list):
        return [_without_gone(item) for item in value if item is not _GONE]
    return value


def _first(value: Any, length: int) -> Any:
    return dict(list(value.items())[:length]) if isinstance(value, dict) else value[:length]

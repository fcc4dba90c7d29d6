"""Reads stored documents, also those that an earlier version stored without today's bounds.

What is out of bounds is brought back into them, and an item of a list or map that is beyond that is
left out, so that one odd value never costs a user the rest of their data. Writing the document
again then stores it without the odd value.
"""

from collections.abc import Callable, Mapping, Sequence
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
_OPTIONAL = frozenset({"value_error", "string_too_short"})
"""Problems with the content of a value, for which leaving the value out is the answer.

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
        # Backwards, so that leaving out an item of a list does not move those still to come.
        handled = [_mend(mended, detail) for detail in reversed(problem.errors(include_url=False))]
        if not all(handled):
            break
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
        value = _at(fields, path)
        if value is _ABSENT:
            return False
        return _set(fields, path, _REPAIRS[kind](value, detail.get("ctx", {})))
    if path[-1] == _KEY:
        return _remove(fields, path[:-1])
    last = max((n for n, part in enumerate(path) if isinstance(part, int)), default=None)
    if kind in _OPTIONAL and _remove(fields, path):
        return True
    return last is not None and _remove(fields, path[: last + 1])


_ABSENT = object()


def _at(fields: Any, path: Sequence[int | str]) -> Any:
    for part in path:
        try:
            fields = fields[part]
        except (KeyError, IndexError, TypeError):
            return _ABSENT
    return fields


def _set(fields: dict[str, Any], path: Sequence[int | str], value: Any) -> bool:
    _at(fields, path[:-1])[path[-1]] = value
    return True


def _remove(fields: dict[str, Any], path: Sequence[int | str]) -> bool:
    """Leaves out what is at the path. What another problem left out already is fine."""
    if not path:
        return False
    parent = _at(fields, path[:-1])
    if parent is _ABSENT:
        return True
    try:
        del parent[path[-1]]
    except (KeyError, IndexError, TypeError):
        return False
    return True


def _first(value: Any, length: int) -> Any:
    return dict(list(value.items())[:length]) if isinstance(value, dict) else value[:length]

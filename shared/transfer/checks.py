"""Checks of everything that is imported, beyond the bounds that its models have."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, TypeVar

from shared.base.acting import current_connection, may_record
from shared.base.errors import InvalidArgument
from shared.base.fields import MAX_COUNT
from shared.base.model import Model
from shared.base.storable import stored_size
from shared.documents.lifetime import Ending

M = TypeVar("M", bound=Model)

MAX_ITEMS = 10_000
"""The most items of a list: more than fit into a request, unless they are empty."""
MAX_IMPORTED = MAX_COUNT // 10
"""The highest count that is imported. The rest is for what the server counts afterwards."""
SKEW = timedelta(minutes=1)
"""How far in the future a time may be, since clocks are often off."""


def listed(value: Any, field: str) -> list[Any]:
    """Returns a list of items.

    Raises:
        InvalidArgument: it is not a list, or has too many items.
    """
    if not isinstance(value, list):
        raise InvalidArgument.field(field, "must be a list")
    if len(value) > MAX_ITEMS:
        raise InvalidArgument.field(
            field,
            f"has {len(value):,} items; send at most {MAX_ITEMS:,} at once",
            reason="TOO_MANY_ITEMS",
        )
    return value


def attributed(item: M) -> M:
    """Returns an item, if it can be marked, with the connection that imports it as its mark.

    A connection cannot write in the name of another one, or of the user, and one that may not
    record brings no words of the user's as evidence. What users import themselves keeps both.
    """
    importer = current_connection()
    if importer is None:
        return item
    fields = type(item).model_fields
    update: dict[str, Any] = {"connection": importer} if "connection" in fields else {}
    if not may_record():
        update |= _without_words(item)
    return item.model_copy(update=update)


def _without_words(item: Model) -> dict[str, Any]:
    """Returns the fields of an item that hold what the user is said to have said, empty."""
    update: dict[str, Any] = {}
    for name, value in item:
        if name == "evidence":
            update[name] = [] if isinstance(value, list) else None
        elif isinstance(value, Ending):
            update[name] = value.model_copy(update={"quote": None, "prompt_id": None})
        elif isinstance(value, Model) and (inner := _without_words(value)):
            update[name] = value.model_copy(update=inner)
    return update


_AHEAD = frozenset({"expires_at", "valid_to"})
"""Times at which something will end."""


def check_claims(item: Model, now: datetime) -> None:
    """Refuses an item that claims to come from the future, or counts so high that it must stop.

    Raises:
        InvalidArgument: a time in it, other than that of an end, has not come yet, or a counter is
            above `MAX_IMPORTED`.
    """
    for field, value in _values(item, ""):
        if isinstance(value, datetime):
            if value > now + SKEW:
                raise InvalidArgument.field(field, "must not be in the future")
        elif value > MAX_IMPORTED:
            raise InvalidArgument.field(field, f"must be at most {MAX_IMPORTED:,}")


def check_size(value: Any, limit: int, field: str) -> None:
    """Refuses what a document has no room for.

    Raises:
        InvalidArgument: it takes more than `limit` bytes.
    """
    size = stored_size(value)
    if size > limit:
        raise InvalidArgument.field(
            field, f"takes {size:,} bytes; the limit is {limit:,}", reason="TOO_LARGE"
        )


def _values(item: Any, path: str) -> Iterator[tuple[str, datetime | int]]:
    """Yields each time and counter of a model, with its path; ends may lie ahead.

    Numbers in JSON of the user's own, such as metadata, are no counters.
    """
    if isinstance(item, datetime):
        yield path, item
    elif isinstance(item, Model | Mapping):
        for name, value in dict(item).items():
            if name in _AHEAD:
                continue
            if isinstance(item, Model) and isinstance(value, int):
                yield f"{path}.{name}".lstrip("."), value
            else:
                yield from _values(value, f"{path}.{name}".lstrip("."))
    elif isinstance(item, list):
        for index, value in enumerate(item):
            yield from _values(value, f"{path}.{index}")

"""Checks of everything that is imported, beyond the bounds that its models have."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from shared.base.errors import InvalidArgument
from shared.base.model import Model
from shared.base.storable import stored_size

MAX_ITEMS = 10_000
"""The most items of a list: more than fit into a request, unless they are empty."""
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


def check_past(item: Model, now: datetime) -> None:
    """Refuses an item that claims to come from the future.

    Raises:
        InvalidArgument: a time in it, other than an expiry, has not come yet.
    """
    for field, time in _times(dict(item), ""):
        if time > now + SKEW:
            raise InvalidArgument.field(field, "must not be in the future")


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


def _times(value: Any, path: str) -> Iterator[tuple[str, datetime]]:
    """Yields each time in a model or its values, with its path; expiries may lie ahead."""
    if isinstance(value, datetime):
        yield path, value
    elif isinstance(value, Model | Mapping):
        for name, item in dict(value).items():
            if name != "expires_at":
                yield from _times(item, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _times(item, f"{path}.{index}")

"""The base classes of all models: camelCase in JSON, snake_case in Python, times in UTC."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

OUT_OF_RANGE = "time_out_of_range"
"""The type of the error for a time that is out of bounds."""
EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(9000, 1, 1, tzinfo=UTC)
"""The bounds of a time: whatever is added to it or subtracted from it is still a time."""


def in_utc(time: datetime) -> datetime:
    """Returns the time in UTC.

    Raises:
        ValueError: it has no time zone.
        PydanticCustomError: it is not between `EARLIEST` and `LATEST`.
    """
    if time.tzinfo is None:
        raise ValueError("needs a time zone, for example 2026-01-31T09:30:00Z")
    # Compares before converting, because the conversion of an extreme time overflows.
    if not EARLIEST <= time <= LATEST:
        raise PydanticCustomError(
            OUT_OF_RANGE, f"must be between the years {EARLIEST.year} and {LATEST.year}"
        )
    return time.astimezone(UTC)


Timestamp = Annotated[datetime, AfterValidator(in_utc)]
"""A time in UTC: RFC 3339 in JSON, a timestamp in Firestore."""

Confidence = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]
"""How sure the system is, from 0.0 to 1.0 (F-13 gives the bands)."""


class Model(BaseModel):
    """A stored or returned value. Unknown fields, which a newer version may add, are ignored."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        ser_json_inf_nan="null",
        # Errors are logged, and what users say must never be.
        hide_input_in_errors=True,
        # The parser's cache of short strings would keep what users say.
        cache_strings="none",
    )


class RequestModel(BaseModel):
    """A request body or query. Unknown fields are errors, so that typos do not go unnoticed."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        extra="forbid",
        hide_input_in_errors=True,
        cache_strings="none",
    )

"""The base of every model: camelCase JSON outside, snake_case Python inside, times in UTC."""

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


def _in_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("needs a time zone, for example 2026-01-31T09:30:00Z")
    try:
        return moment.astimezone(UTC)
    except OverflowError as error:
        raise ValueError("must lie between the years 1 and 9999 in UTC") from error


Timestamp = Annotated[datetime, AfterValidator(_in_utc)]
"""A moment in UTC; RFC 3339 on the wire, a Firestore timestamp at rest."""

Confidence = Annotated[float, Field(ge=0.0, le=1.0)]
"""How sure the system is, from 0.0 to 1.0 (bands: Preference seed, "Score Ranges")."""


class Model(BaseModel):
    """A stored or returned value. Fields that a newer version added are ignored when read."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        ser_json_inf_nan="null",
        # Errors are logged, and what users said must not be.
        hide_input_in_errors=True,
    )


class RequestModel(BaseModel):
    """A body or query that a client sends. A field that is not known is an error, not a loss."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid", hide_input_in_errors=True)

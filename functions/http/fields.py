"""Request bodies that several functions share."""

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, model_validator

from shared.base.model import RequestModel, Timestamp

_RFC_3339 = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}")


def _written_out(value: Any) -> Any:
    if not isinstance(value, str) or not _RFC_3339.match(value):
        raise ValueError("must be a time, for example 2026-01-31T09:30:00Z")
    return value


AsOf = Annotated[Timestamp, BeforeValidator(_written_out)]
"""A time that is asked about: RFC 3339, not a number, which could be seconds or milliseconds."""


class JsonObject(RequestModel):
    """Any JSON object. The domain checks its fields."""

    fields: dict[str, Any]

    @model_validator(mode="before")
    @classmethod
    def _whole_body(cls, body: Any) -> Any:
        if not isinstance(body, dict):
            raise ValueError("must be a JSON object")
        return {"fields": body}


class MergePatch(JsonObject):
    """A JSON merge patch (RFC 7396). Its fields are checked after the merge."""


class PurgeQuery(RequestModel):
    """Whether to remove what is deleted from every stored document, to the letter."""

    purge: bool = False

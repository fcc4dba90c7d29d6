"""Request bodies that several functions share."""

from typing import Any

from pydantic import model_validator

from shared.base.model import RequestModel


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

"""Validation with pydantic, with errors that say which field is wrong and how to fix it."""

import json
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from shared.base.errors import InvalidArgument
from shared.base.safety.secrets import redact

M = TypeVar("M", bound=BaseModel)
_SHOWN = 10
_LONGEST_NAME = 200
_WORDING = {
    "extra_forbidden": "is not a field of this request",
    "missing": "is required",
}


def validated(model: type[M], value: Any) -> M:
    """Returns query parameters, which are text, as an instance of `model`.

    Raises:
        InvalidArgument: with one detail per invalid field.
    """
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise explain(error) from error


def validated_json(model: type[M], value: Any) -> M:
    """Returns JSON as an instance of `model`, strictly: no unknown fields, and "5" is not 5.

    Raises:
        InvalidArgument: with one detail per invalid field.
    """
    try:
        return model.model_validate_json(
            json.dumps(value), strict=True, extra="forbid", by_alias=True, by_name=False
        )
    except ValidationError as error:
        raise explain(error) from error


def explain(error: ValidationError) -> InvalidArgument:
    """Returns the error for a failed validation. It names fields but never repeats their values."""
    details = []
    for problem in error.errors(include_url=False, include_input=False, include_context=False)[
        :_SHOWN
    ]:
        # A name that the client made up is an input too: it may be long, or a secret.
        field = (
            redact(".".join(str(part) for part in problem["loc"])[:_LONGEST_NAME]).text or "body"
        )
        message = _WORDING.get(problem["type"]) or problem["msg"].removeprefix("Value error, ")
        details.append({"reason": "INVALID_FIELD", "field": field, "message": message})
    first = details[0]
    more = f" (and {error.error_count() - 1} more)" if error.error_count() > 1 else ""
    return InvalidArgument(f"{first['field']}: {first['message']}{more}", details)

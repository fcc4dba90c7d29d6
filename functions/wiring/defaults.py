"""The settings of users who set none: one JSON document for the whole deployment."""

import json
from collections.abc import Mapping
from difflib import get_close_matches

from shared.base.errors import InvalidArgument
from shared.base.validation import validated_json
from shared.documents.settings import Settings

_NAMES = [field.alias or name for name, field in Settings.model_fields.items()]


def defaults_of(document: str) -> Settings:
    """Returns the deployment's settings. What the document does not name is as it is built in.

    Raises:
        ValueError: it is no JSON object, or a setting is unknown or out of range. The message, of
            which the variable's name is the subject, names each one.
    """
    if not document.strip():
        return Settings()
    try:
        given = json.loads(document)
    except ValueError as error:
        raise ValueError(f"is not JSON ({error}).") from None
    if not isinstance(given, dict):
        raise ValueError('must be a JSON object, such as {"retentionDays": 90}.')
    try:
        return validated_json(Settings, given).over(Settings())
    except InvalidArgument as error:
        problems = "; ".join(_problem(each) for each in error.details)
        raise ValueError(f"is wrong, so nothing starts with it. {problems}.") from None


def _problem(detail: Mapping[str, str]) -> str:
    field, message = detail["field"], detail["message"]
    if field in _NAMES or "." in field:
        return f"{field}: {message}"
    near = get_close_matches(field, _NAMES, 1)
    return f"{field} is not a setting" + (f"; did you mean {near[0]}?" if near else "")

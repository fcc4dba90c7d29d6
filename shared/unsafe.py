"""Refusing secrets in what a user states: profile facts, preferences, tags."""

from typing import Any

from shared.errors import InvalidArgument
from shared.redaction import redact


def refuse_secrets(value: Any, field: str) -> None:
    """Looks through a JSON value, keys included.

    Raises:
        InvalidArgument: it holds a key, token, password or card number; names where.
    """
    if isinstance(value, str):
        found = redact(value).found
        if found:
            raise InvalidArgument.field(
                field,
                f"holds a secret ({found[0]}), which is never stored. Send it without the secret.",
                reason="UNSAFE_CONTENT",
            )
    elif isinstance(value, dict):
        for key, item in value.items():
            refuse_secrets(f"{key}: {item}" if isinstance(item, str) else key, f"{field}.{key}")
            refuse_secrets(item, f"{field}.{key}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            refuse_secrets(item, f"{field}.{index}")

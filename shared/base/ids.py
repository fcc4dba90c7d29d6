"""Identifiers: random for new things, derived where a repeated call must produce the same one."""

import hashlib
import secrets
from collections.abc import Callable

IdSource = Callable[[], str]
"""Returns a new identifier at each call; injected, so that tests can replace it."""

MAX_LENGTH = 128
"""The longest identifier a client may choose, in characters."""


def random_id() -> str:
    """Returns a new identifier of 20 characters, safe in paths and URLs."""
    return secrets.token_hex(10)


def derived_id(*parts: str) -> str:
    """Returns an identifier of 20 characters, always the same for the same parts."""
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:20]


def problem_with(identifier: str) -> str | None:
    """Returns why an identifier is invalid, as the end of a sentence, or None if it is valid.

    The rules are those of Firestore's document ids, with a shorter limit.
    """
    if not 1 <= len(identifier) <= MAX_LENGTH:
        return f"must have 1 to {MAX_LENGTH} characters"
    if "/" in identifier or not identifier.isprintable():
        return "must not contain a slash or invisible characters"
    if identifier in (".", "..") or (identifier.startswith("__") and identifier.endswith("__")):
        return 'must not be ".", ".." or of the form "__…__"'
    return None

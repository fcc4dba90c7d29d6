"""Identifiers: random for what is new, derived for what must come out the same when repeated."""

import hashlib
import secrets
from collections.abc import Callable

IdSource = Callable[[], str]
"""Gives a new identifier at each call; passed in, so that tests can fix it."""

MAX_LENGTH = 128
"""The longest identifier a client may choose, in characters."""


def random_id() -> str:
    """A new identifier of 20 characters, safe in paths and URLs."""
    return secrets.token_hex(10)


def derived_id(*parts: str) -> str:
    """The identifier of 20 characters that belongs to these parts, the same each time."""
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:20]


def problem_with(identifier: str) -> str | None:
    """Why a client's identifier cannot be used, as the end of a sentence; None if it can.

    The rules are Firestore's for document ids, with a shorter limit.
    """
    if not 1 <= len(identifier) <= MAX_LENGTH:
        return f"must have 1 to {MAX_LENGTH} characters"
    if "/" in identifier or not identifier.isprintable():
        return "must not contain a slash or invisible characters"
    if identifier in (".", "..") or (identifier.startswith("__") and identifier.endswith("__")):
        return 'must not be ".", ".." or of the form "__…__"'
    return None

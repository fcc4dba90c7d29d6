"""Random ids, in the form that Firestore generates them."""

from __future__ import annotations

import secrets
import string

_ALPHABET = string.ascii_letters + string.digits
_LENGTH = 20


def random_id() -> str:
    """Return a new document id: 20 random letters and digits."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))

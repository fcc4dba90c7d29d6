"""Ids that say nothing to whoever reads them: encrypted, always to the same text (AES-SIV).

A hash of a uid would need an index to lead back to its user, and every user's document a field for
it. What is encrypted leads back by itself, and cannot be forged: its first 16 bytes authenticate
the rest.
"""

import base64
import hashlib
import json

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

MAX_LENGTH = 2000
"""The longest id that is opened, in characters."""


class AesSeals:
    """Implements `shared.operating.ports.Seals`.

    Args:
        key: the deployment's secret.
    """

    def __init__(self, key: str) -> None:
        self._cipher = AESSIV(hashlib.sha512(key.encode()).digest())

    def seal(self, kind: str, *parts: str) -> str:
        text = json.dumps(parts, separators=(",", ":")).encode()
        return (
            base64.urlsafe_b64encode(self._cipher.encrypt(text, [kind.encode()]))
            .decode()
            .rstrip("=")
        )

    def open(self, kind: str, sealed: str, parts: int) -> list[str] | None:
        if len(sealed) > MAX_LENGTH or not sealed.isascii():
            return None
        try:
            padded = sealed + "=" * (-len(sealed) % 4)
            data = base64.b64decode(padded, altchars=b"-_", validate=True)
            # Base64 of the same bytes can end in several ways, and each id has one form only.
            if base64.urlsafe_b64encode(data).decode().rstrip("=") != sealed:
                return None
            found: list[str] = json.loads(self._cipher.decrypt(data, [kind.encode()]))
        except (ValueError, InvalidTag):
            return None
        return found if len(found) == parts else None

"""The form of access keys and tokens.

`rekindle_`, a letter for the kind, 24 characters that name a document, 32 characters of secret, and
a checksum of 6, all of them letters and digits. The document's key is a hash of the name, and the
document holds a hash of the secret: what is stored opens nothing. Both are random, so a plain
hash is enough. The checksum turns away what is mistyped or made up before anything is read.
"""

import hashlib
import hmac
import re
import secrets
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

PREFIX = "rekindle_"
"""How every token begins; secret scanners and `shared.base.safety.tokens` know it."""
_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_NAME = 24
_SECRET = 32
_CHECKSUM = 6
_FORM = re.compile(
    rf"{PREFIX}([akrc])([0-9A-Za-z]{{{_NAME}}})([0-9A-Za-z]{{{_SECRET}}})([0-9A-Za-z]{{{_CHECKSUM}}})"
)

Randomness = Callable[[int], str]
"""Returns that many random letters and digits."""


class Kind(StrEnum):
    """What a token is for."""

    ACCESS = "a"
    KEY = "k"
    REFRESH = "r"
    CODE = "c"


@dataclass(frozen=True)
class Token:
    """A token, in its parts."""

    kind: Kind
    name: str
    secret: str

    @property
    def key(self) -> str:
        """The key of the document that it names."""
        return digest(self.name)

    def is_behind(self, stored: str | None) -> bool:
        """Returns whether the stored hash is that of this secret, in constant time."""
        return stored is not None and hmac.compare_digest(stored, digest(self.secret))

    def __str__(self) -> str:
        """The token as clients send it."""
        body = f"{PREFIX}{self.kind}{self.name}{self.secret}"
        return body + _checksum(body)

    def __repr__(self) -> str:
        return f"<{self.kind.name.lower()} token>"


def minted(kind: Kind, randomness: Randomness, name: str | None = None) -> Token:
    """Returns a new token, for the document that `name` names or for a new one."""
    return Token(kind, name or randomness(_NAME), randomness(_SECRET))


def parsed(text: str) -> Token | None:
    """Returns the parts of a token, or None if it was not made here."""
    found = _FORM.fullmatch(text)
    if found is None:
        return None
    kind, name, secret, checksum = found.groups()
    if _checksum(text[:-_CHECKSUM]) != checksum:
        return None
    return Token(Kind(kind), name, secret)


def digest(text: str) -> str:
    """Returns the hash under which something is stored."""
    return hashlib.sha256(text.encode()).hexdigest()


def random_characters(count: int) -> str:
    """Returns random letters and digits, fit for secrets."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(count))


def _checksum(body: str) -> str:
    number = zlib.crc32(body.encode())
    digits = []
    for _ in range(_CHECKSUM):
        number, rest = divmod(number, len(_ALPHABET))
        digits.append(_ALPHABET[rest])
    return "".join(reversed(digits))

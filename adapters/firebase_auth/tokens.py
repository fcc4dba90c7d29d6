"""JSON Web Tokens: what one claims, and whether that is worth looking up the key for."""

import base64
import json
import re
import time
from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn

from shared.base.errors import Unauthenticated

CLOCK_SKEW = 10
"""Tolerance for the timestamps of tokens, in seconds."""
MAX_LENGTH = 10_000
"""The most characters of a token."""
_JWT_FORM = re.compile(r"[A-Za-z0-9_=-]{1,10000}\.[A-Za-z0-9_=-]{1,10000}\.[A-Za-z0-9_=-]{0,10000}")
_LATEST = 1e12
_MAX_BRACKETS = 200
"""The most objects and lists in a part of a token; parsers fail on thousands inside each other."""


class Token(NamedTuple):
    """A token as it was sent. Nothing in it is verified."""

    text: str
    header: Mapping[str, Any]
    claims: Mapping[str, Any]


def parse(text: str) -> Token:
    """Returns the parts of a token.

    Raises:
        Unauthenticated: it is not a JSON Web Token, or too large.
    """
    if len(text) > MAX_LENGTH:
        raise rejected("The token is too long. Send a Firebase ID token.")
    if not _JWT_FORM.fullmatch(text):
        raise _no_token()
    header, claims, _ = text.split(".")
    return Token(text, _object(header), _object(claims))


def check_claims(token: Token, issuers: tuple[str, ...], audience: str, *, signed: bool) -> None:
    """Checks what a token claims, so that the key is only looked up for one that could be genuine.

    Args:
        token: the token.
        issuers: the accepted issuers.
        audience: the audience that it must have.
        signed: whether it must name a key.

    Raises:
        Unauthenticated: it is for somebody else, or expired.
    """
    if signed and not (token.header.get("alg") == "RS256" and key_id(token)):
        raise rejected("The token is not signed with one of Google's keys.")
    if token.claims.get("iss") not in issuers:
        raise rejected("The token is not a valid Firebase ID token for this project.")
    if token.claims.get("aud") != audience:
        raise rejected(f"The token must have the audience {audience}.")
    check_times(token.claims)


def key_id(token: Token) -> str:
    """Returns the ID of the key that a token says it was signed with; empty if it names none."""
    given = token.header.get("kid")
    return given if isinstance(given, str) and len(given) <= 200 else ""


def check_times(claims: Mapping[str, Any]) -> None:
    """Checks when a token was issued and when it expires.

    Raises:
        Unauthenticated: it has expired, or its times are invalid.
    """
    expires, issued, now = _time(claims.get("exp")), _time(claims.get("iat", 0)), time.time()
    if expires + CLOCK_SKEW < now:
        raise rejected("The token has expired. Get a new one and try again.")
    if issued - CLOCK_SKEW > now:
        raise rejected("The token was issued in the future.")


def rejected(message: str) -> Unauthenticated:
    """Returns the error for a token that does not prove who calls."""
    return Unauthenticated(message, [{"reason": "BAD_TOKEN"}])


def _object(part: str) -> Mapping[str, Any]:
    try:
        text = base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))
        if text.count(b"{") + text.count(b"[") > _MAX_BRACKETS:
            raise _no_token()
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise _no_token() from error
    if not isinstance(value, dict):
        raise _no_token()
    return value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _time(value: Any) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not abs(value) <= _LATEST:
        raise rejected("The token's exp or iat is missing or invalid.")
    return float(value)


def _no_token() -> Unauthenticated:
    return rejected("The token is not a JSON Web Token.")

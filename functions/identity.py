"""Who is calling: the uid of a verified Firebase ID token, and nothing else."""

import os
import time
from typing import Any, Protocol

from shared.errors import Unauthenticated, Unavailable

CLOCK_SKEW = 10
"""Seconds by which a token's times may be ahead or behind."""


class Authenticator(Protocol):
    """Verifies bearer tokens."""

    def uid_of(self, authorization: str | None) -> str:
        """The uid that the Authorization header proves.

        Raises:
            Unauthenticated: there is no token, or it does not hold.
            Unavailable: the keys to verify it could not be fetched.
        """
        ...


class FirebaseAuthenticator:
    """Verifies Firebase ID tokens for one project.

    With FIREBASE_AUTH_EMULATOR_HOST set, firebase_admin accepts unsigned tokens and checks no
    times; their expiry is checked here all the same.
    """

    def __init__(self, project: str) -> None:
        import firebase_admin

        self._app = firebase_admin.initialize_app(
            options={"projectId": project}, name=f"rekindle-{project}"
        )

    def uid_of(self, authorization: str | None) -> str:
        """See `Authenticator`."""
        claims = self._verified(_bearer_token(authorization))
        uid = claims.get("uid")
        if not isinstance(uid, str) or not 1 <= len(uid) <= 128 or not uid.isprintable():
            raise _rejected("The token names no valid user.")
        return uid

    def _verified(self, token: str) -> dict[str, Any]:
        from firebase_admin import auth

        try:
            claims: dict[str, Any] = auth.verify_id_token(
                token, app=self._app, clock_skew_seconds=CLOCK_SKEW
            )
        except auth.ExpiredIdTokenError as error:
            raise _rejected("The token has expired. Get a new one and try again.") from error
        except auth.CertificateFetchError as error:
            raise Unavailable(
                "The keys to verify the token could not be fetched. Try again.",
                [{"reason": "KEYS_UNAVAILABLE"}],
            ) from error
        except (auth.InvalidIdTokenError, ValueError, TypeError, KeyError) as error:
            raise _rejected(
                "The token is not a valid Firebase ID token of this project."
            ) from error
        if os.environ.get("FIREBASE_AUTH_EMULATOR_HOST"):
            _check_times(claims)
        return claims


def _bearer_token(authorization: str | None) -> str:
    scheme, _, token = (authorization or "").strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated(
            'Send the header "Authorization: Bearer <Firebase ID token>".',
            [{"reason": "NO_TOKEN"}],
        )
    return token.strip()


def _check_times(claims: dict[str, Any]) -> None:
    expires, issued, now = claims.get("exp"), claims.get("iat", 0), time.time()
    if not isinstance(expires, int | float) or not isinstance(issued, int | float):
        raise _rejected("The token has no valid exp and iat.")
    if expires + CLOCK_SKEW < now:
        raise _rejected("The token has expired. Get a new one and try again.")
    if issued - CLOCK_SKEW > now:
        raise _rejected("The token was issued in the future.")


def _rejected(message: str) -> Unauthenticated:
    return Unauthenticated(message, [{"reason": "BAD_TOKEN"}])

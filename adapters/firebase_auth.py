"""Who is calling, and for whom: the uid that a verified token proves, and nothing else.

Two kinds of callers have tokens. Users carry Firebase ID tokens. A trusted service account, the
back end of an assistant, carries an OIDC token of its own and names the user it acts for in
X-On-Behalf-Of.
"""

import base64
import binascii
import json
import time
from dataclasses import dataclass
from typing import Any, Protocol

from shared.base.errors import PermissionDenied, Unauthenticated, Unavailable

CLOCK_SKEW = 10
"""Seconds by which a token's times may be ahead or behind."""
ON_BEHALF_OF = "X-On-Behalf-Of"
APP_CHECK = "X-Firebase-AppCheck"
_GOOGLE = ("https://accounts.google.com", "accounts.google.com")
_MAX_TOKEN = 10_000


@dataclass(frozen=True)
class IdentityPolicy:
    """Whose tokens count.

    Attributes:
        project: the Firebase project that issues the users' tokens.
        emulated: whether unsigned tokens count, as they do on the embedded stack alone.
        trusted_accounts: service accounts that may act for users, by e-mail address.
        audience: what the tokens of those accounts must be made for.
        require_app_check: whether users' requests must come from a registered app.
        check_revoked: whether Firebase can be asked if a token was revoked.
    """

    project: str
    emulated: bool
    trusted_accounts: frozenset[str]
    audience: str
    require_app_check: bool
    check_revoked: bool


class HeaderSource(Protocol):
    """A request's headers, whatever the case of their names."""

    def get(self, name: str, /) -> str | None:
        """The value of a header, or None."""
        ...


class Authenticator(Protocol):
    """Verifies who is calling."""

    def uid_of(self, headers: HeaderSource, *, check_revoked: bool = False) -> str:
        """The uid that a request's headers prove.

        Args:
            headers: of the request.
            check_revoked: whether to ask if the token was revoked meanwhile.

        Raises:
            Unauthenticated: there is no token, or it does not hold.
            PermissionDenied: the caller may not act for this user, or for anybody.
            Unavailable: the keys to verify it could not be fetched.
        """
        ...


class FirebaseAuthenticator:
    """Verifies Firebase ID tokens, and OIDC tokens of trusted service accounts.

    Against an emulator, firebase_admin accepts unsigned tokens and checks no times; their expiry
    is checked here all the same.
    """

    def __init__(self, policy: IdentityPolicy) -> None:
        import firebase_admin

        self._policy = policy
        self._app = firebase_admin.initialize_app(
            options={"projectId": policy.project}, name=f"rekindle-{policy.project}"
        )

    def uid_of(self, headers: HeaderSource, *, check_revoked: bool = False) -> str:
        """See `Authenticator`."""
        token = _bearer_token(headers.get("Authorization"))
        behalf = headers.get(ON_BEHALF_OF)
        if _issuer_of(token) in _GOOGLE:
            self._check_account(token)
            return _checked_uid(behalf, f"Name the user in the header {ON_BEHALF_OF}.")
        claims = self._verified(token, check_revoked and self._policy.check_revoked)
        uid = _checked_uid(claims.get("uid"), "The token names no valid user.")
        if behalf is not None and behalf != uid:
            raise PermissionDenied(
                f"A user's token acts for that user alone. Leave {ON_BEHALF_OF} out.",
                [{"reason": "NOT_TRUSTED"}],
            )
        self._check_app(headers.get(APP_CHECK))
        return uid

    def _verified(self, token: str, check_revoked: bool) -> dict[str, Any]:
        from firebase_admin import auth, exceptions

        try:
            claims: dict[str, Any] = auth.verify_id_token(
                token,
                app=self._app,
                check_revoked=check_revoked,
                clock_skew_seconds=CLOCK_SKEW,
            )
        except auth.ExpiredIdTokenError as error:
            raise _rejected("The token has expired. Get a new one and try again.") from error
        except (auth.RevokedIdTokenError, auth.UserDisabledError) as error:
            raise _rejected("The token was revoked. Sign in again.") from error
        except auth.CertificateFetchError as error:
            raise _no_keys() from error
        except auth.UserNotFoundError as error:
            raise _rejected("The token's user does not exist any more.") from error
        except (auth.InvalidIdTokenError, ValueError, TypeError, KeyError) as error:
            raise _rejected(
                "The token is not a valid Firebase ID token of this project."
            ) from error
        except exceptions.FirebaseError as error:
            raise Unavailable(
                "Firebase could not be asked whether the token was revoked. Try again.",
                [{"reason": "REVOCATION_UNKNOWN"}],
            ) from error
        if self._policy.emulated:
            _check_times(claims)
        return claims

    def _check_account(self, token: str) -> None:
        claims = _claims_of(token) if self._policy.emulated else self._verified_account(token)
        _check_times(claims)
        if claims.get("aud") != self._policy.audience:
            raise _rejected(f"The token must be made for the audience {self._policy.audience}.")
        trusted = claims.get("email") in self._policy.trusted_accounts
        if not trusted or claims.get("email_verified") is not True:
            raise PermissionDenied(
                "This service account may not act for users. Add it to "
                "REKINDLE_TRUSTED_SERVICE_ACCOUNTS.",
                [{"reason": "NOT_TRUSTED"}],
            )

    def _verified_account(self, token: str) -> dict[str, Any]:
        from google.auth.exceptions import GoogleAuthError, TransportError
        from google.auth.transport.requests import Request
        from google.oauth2 import id_token

        try:
            claims: dict[str, Any] = id_token.verify_oauth2_token(
                token, Request(), self._policy.audience, clock_skew_in_seconds=CLOCK_SKEW
            )
        except TransportError as error:
            raise _no_keys() from error
        except (GoogleAuthError, ValueError) as error:
            raise _rejected("The token is not a valid OIDC token for this service.") from error
        return claims

    def _check_app(self, token: str | None) -> None:
        if not self._policy.require_app_check:
            return
        if not token:
            raise Unauthenticated(
                f"Send the app's App Check token in the header {APP_CHECK}.",
                [{"reason": "NO_APP_CHECK"}],
            )
        # The library lets errors of PyJWT through.
        from firebase_admin import app_check
        from jwt import PyJWKClientConnectionError, PyJWTError

        try:
            app_check.verify_token(token, app=self._app)
        except PyJWKClientConnectionError as error:
            raise _no_keys() from error
        except (ValueError, PyJWTError) as error:
            raise Unauthenticated(
                "The App Check token does not hold. Get a new one and try again.",
                [{"reason": "BAD_APP_CHECK"}],
            ) from error


def _bearer_token(authorization: str | None) -> str:
    scheme, _, token = (authorization or "").strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated(
            'Send the header "Authorization: Bearer <Firebase ID token>".',
            [{"reason": "NO_TOKEN"}],
        )
    if len(token) > _MAX_TOKEN:
        raise _rejected("The token is too long to be one.")
    return token.strip()


def _issuer_of(token: str) -> Any:
    """Who says to have made the token, which decides how it is verified and proves nothing."""
    try:
        return _claims_of(token).get("iss")
    except Unauthenticated:
        return None


def _claims_of(token: str) -> dict[str, Any]:
    try:
        payload = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (IndexError, ValueError, binascii.Error, RecursionError) as error:
        raise _rejected("The token is no JSON web token.") from error
    return claims if isinstance(claims, dict) else {}


def _checked_uid(uid: Any, message: str) -> str:
    if not isinstance(uid, str) or not 1 <= len(uid) <= 128 or not uid.isprintable():
        raise _rejected(message)
    return uid


def _check_times(claims: dict[str, Any]) -> None:
    expires, issued, now = claims.get("exp"), claims.get("iat", 0), time.time()
    if not isinstance(expires, int | float) or not isinstance(issued, int | float):
        raise _rejected("The token has no valid exp and iat.")
    if expires + CLOCK_SKEW < now:
        raise _rejected("The token has expired. Get a new one and try again.")
    if issued - CLOCK_SKEW > now:
        raise _rejected("The token was issued in the future.")


def _no_keys() -> Unavailable:
    return Unavailable(
        "The keys to verify the token could not be fetched. Try again.",
        [{"reason": "KEYS_UNAVAILABLE"}],
    )


def _rejected(message: str) -> Unauthenticated:
    return Unauthenticated(message, [{"reason": "BAD_TOKEN"}])

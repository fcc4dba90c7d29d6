"""Authenticates callers: only a verified token decides which user a request acts for.

There are two kinds of callers. Users send Firebase ID tokens. A trusted service account, such as
the back end of an assistant, sends its own OIDC token and names the user in X-On-Behalf-Of.
"""

import base64
import binascii
import json
import time
from dataclasses import dataclass
from typing import Any, Protocol

from shared.base.errors import PermissionDenied, Unauthenticated, Unavailable

CLOCK_SKEW = 10
"""Tolerance for the timestamps of tokens, in seconds."""
ON_BEHALF_OF = "X-On-Behalf-Of"
APP_CHECK = "X-Firebase-AppCheck"
_GOOGLE_ISSUERS = ("https://accounts.google.com", "accounts.google.com")
_MAX_TOKEN_LENGTH = 10_000
_CALL_TIMEOUT = 2
"""Seconds for a call to Firebase: as long as the shortest deadline of a request."""


@dataclass(frozen=True)
class IdentityPolicy:
    """Which tokens are accepted.

    Attributes:
        project: the Firebase project that issues the users' tokens.
        emulated: whether unsigned tokens are accepted, as only the embedded stack does.
        trusted_accounts: email addresses of service accounts that may act for users.
        audience: the audience that the tokens of those accounts must have.
        require_app_check: whether users' requests must come from a registered app.
        check_revoked: whether Firebase may be asked if a token was revoked.
    """

    project: str
    emulated: bool
    trusted_accounts: frozenset[str]
    audience: str
    require_app_check: bool
    check_revoked: bool


class HeaderSource(Protocol):
    """The headers of a request, with case-insensitive names."""

    def get(self, name: str, /) -> str | None:
        """Returns the value of a header, or None."""
        ...


class Authenticator(Protocol):
    """Authenticates callers."""

    def uid_of(self, headers: HeaderSource, *, check_revoked: bool = False) -> str:
        """Returns the uid of the user that a request acts for.

        Args:
            headers: the headers of the request.
            check_revoked: whether to ask Firebase if the token was revoked.

        Raises:
            Unauthenticated: the token is missing, invalid or expired.
            PermissionDenied: the caller may not act for this user, or for any user.
            Unavailable: the token could not be verified at the moment.
        """
        ...


class FirebaseAuthenticator:
    """Verifies Firebase ID tokens, and OIDC tokens of trusted service accounts.

    With the emulator, firebase_admin accepts unsigned tokens and does not check their timestamps;
    they are checked here instead.
    """

    def __init__(self, policy: IdentityPolicy) -> None:
        import firebase_admin

        self._policy = policy
        self._app = firebase_admin.initialize_app(
            options={"projectId": policy.project, "httpTimeout": _CALL_TIMEOUT},
            name=f"rekindle-{policy.project}",
        )

    def uid_of(self, headers: HeaderSource, *, check_revoked: bool = False) -> str:
        token = _bearer_token(headers.get("Authorization"))
        on_behalf_of = headers.get(ON_BEHALF_OF)
        if _issuer_of(token) in _GOOGLE_ISSUERS:
            self._check_account(token)
            return _checked_uid(on_behalf_of, f"Name the user in the header {ON_BEHALF_OF}.")
        claims = self._verified(token, check_revoked and self._policy.check_revoked)
        uid = _checked_uid(claims.get("uid"), "The token does not contain a valid uid.")
        if on_behalf_of is not None and on_behalf_of != uid:
            raise PermissionDenied(
                f"A user's token can only act for that user. Leave out the header {ON_BEHALF_OF}.",
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
            raise _keys_unavailable() from error
        except auth.UserNotFoundError as error:
            raise _rejected("The token's user no longer exists. Sign in again.") from error
        except (auth.InvalidIdTokenError, ValueError, TypeError, KeyError) as error:
            raise _rejected(
                "The token is not a valid Firebase ID token for this project."
            ) from error
        except exceptions.FirebaseError as error:
            raise Unavailable(
                "Firebase did not say whether the token was revoked. Try again.",
                [{"reason": "REVOCATION_UNKNOWN"}],
            ) from error
        if self._policy.emulated:
            _check_times(claims)
        return claims

    def _check_account(self, token: str) -> None:
        claims = _claims_of(token) if self._policy.emulated else self._verified_account(token)
        _check_times(claims)
        if claims.get("aud") != self._policy.audience:
            raise _rejected(f"The token must have the audience {self._policy.audience}.")
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
            raise _keys_unavailable() from error
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
        # firebase_admin does not wrap the errors of PyJWT.
        from firebase_admin import app_check
        from jwt import PyJWKClientConnectionError, PyJWTError

        try:
            app_check.verify_token(token, app=self._app)
        except PyJWKClientConnectionError as error:
            raise _keys_unavailable() from error
        except (ValueError, PyJWTError) as error:
            raise Unauthenticated(
                "The App Check token is invalid or has expired. Get a new one and try again.",
                [{"reason": "BAD_APP_CHECK"}],
            ) from error


def _bearer_token(authorization: str | None) -> str:
    scheme, _, token = (authorization or "").strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated(
            'Send the header "Authorization: Bearer <Firebase ID token>".',
            [{"reason": "NO_TOKEN"}],
        )
    if len(token) > _MAX_TOKEN_LENGTH:
        raise _rejected("The token is too long. Send a Firebase ID token.")
    return token.strip()


def _issuer_of(token: str) -> Any:
    """Returns the issuer that the token claims, which only decides how the token is verified."""
    try:
        return _claims_of(token).get("iss")
    except Unauthenticated:
        return None


def _claims_of(token: str) -> dict[str, Any]:
    try:
        payload = token.split(".")[1]
        claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    except (IndexError, ValueError, binascii.Error, RecursionError) as error:
        raise _rejected("The token is not a JSON Web Token.") from error
    return claims if isinstance(claims, dict) else {}


def _checked_uid(uid: Any, message: str) -> str:
    if not isinstance(uid, str) or not 1 <= len(uid) <= 128 or not uid.isprintable():
        raise _rejected(message)
    return uid


def _check_times(claims: dict[str, Any]) -> None:
    expires, issued, now = claims.get("exp"), claims.get("iat", 0), time.time()
    if not isinstance(expires, int | float) or not isinstance(issued, int | float):
        raise _rejected("The token's exp or iat is missing or invalid.")
    if expires + CLOCK_SKEW < now:
        raise _rejected("The token has expired. Get a new one and try again.")
    if issued - CLOCK_SKEW > now:
        raise _rejected("The token was issued in the future.")


def _keys_unavailable() -> Unavailable:
    return Unavailable(
        "The keys for verifying the token could not be fetched. Try again.",
        [{"reason": "KEYS_UNAVAILABLE"}],
    )


def _rejected(message: str) -> Unauthenticated:
    return Unauthenticated(message, [{"reason": "BAD_TOKEN"}])

"""Authenticates callers: only a verified token decides which user a request acts for.

There are two kinds of callers. Users send Firebase ID tokens. A trusted service account, such as
the back end of an assistant, sends its own OIDC token and names the user in X-On-Behalf-Of.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, Protocol

from adapters.firebase_auth.keys import Fetch, PublicKeys, certificates, fetch_json, web_keys
from adapters.firebase_auth.tokens import (
    CLOCK_SKEW,
    MAX_LENGTH,
    Token,
    check_claims,
    key_id,
    parse,
    rejected,
)
from shared.base.errors import InvalidArgument, PermissionDenied, Unauthenticated, Unavailable

ON_BEHALF_OF = "X-On-Behalf-Of"
APP_CHECK = "X-Firebase-AppCheck"
OPERATOR = "operator"
"""The custom claim that makes a user an operator, if it is true."""
_GOOGLE_ISSUERS = ("https://accounts.google.com", "accounts.google.com")
_GOOGLE_CERTIFICATES = "https://www.googleapis.com/oauth2/v1/certs"
_FIREBASE_ISSUER = "https://securetoken.google.com/"
_FIREBASE_CERTIFICATES = (
    "https://www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"
)
_APP_CHECK_ISSUER = "https://firebaseappcheck.googleapis.com/"
_APP_CHECK_KEYS = "https://firebaseappcheck.googleapis.com/v1/jwks"
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


@dataclass(frozen=True)
class Identity:
    """Whom a request acts for.

    Attributes:
        uid: the user.
        is_operator: whether they themselves ask, with a token that makes them an operator.
    """

    uid: str
    is_operator: bool = False


class HeaderSource(Protocol):
    """The headers of a request, with case-insensitive names."""

    def get(self, name: str, /) -> str | None:
        """Returns the value of a header, or None."""
        ...


class Authenticator(Protocol):
    """Authenticates callers."""

    def identity_of(
        self, headers: HeaderSource, *, check_revoked: bool = False, for_operators: bool = False
    ) -> Identity:
        """Returns the user that a request acts for.

        Args:
            headers: the headers of the request.
            check_revoked: whether to ask Firebase if the token was revoked.
            for_operators: whether only operators are answered. Firebase is then asked about those
                alone whose token makes them one, since anybody may send any number of others.

        Raises:
            Unauthenticated: the token is missing, invalid or expired.
            PermissionDenied: the caller may not act for this user, or for any user.
            Unavailable: the token cannot be verified right now.
        """
        ...


class FirebaseAuthenticator:
    """Verifies Firebase ID tokens, and OIDC tokens of trusted service accounts.

    With the emulator, tokens are not signed; everything else about them is checked.

    Args:
        policy: which tokens are accepted.
        fetch: gets the public keys.
    """

    def __init__(self, policy: IdentityPolicy, fetch: Fetch = fetch_json) -> None:
        self._policy = policy
        self._users = PublicKeys(_FIREBASE_CERTIFICATES, certificates, fetch)
        self._accounts = PublicKeys(_GOOGLE_CERTIFICATES, certificates, fetch)
        self._apps = PublicKeys(_APP_CHECK_KEYS, web_keys, fetch)
        self._app: Any = None
        self._lock = Lock()

    def identity_of(
        self, headers: HeaderSource, *, check_revoked: bool = False, for_operators: bool = False
    ) -> Identity:
        token = parse(bearer_token(headers.get("Authorization")))
        on_behalf_of = _one_user(headers.get(ON_BEHALF_OF))
        if token.claims.get("iss") in _GOOGLE_ISSUERS:
            self._check_account(token)
            uid = _checked_uid(on_behalf_of, f"Name the user in the header {ON_BEHALF_OF}.")
            return Identity(uid)
        claims = self._verified_user(token)
        uid = _checked_uid(claims.get("sub"), "The token does not contain a valid uid.")
        if on_behalf_of is not None and on_behalf_of != uid:
            raise PermissionDenied(
                f"A user's token can only act for that user. Leave out the header {ON_BEHALF_OF}.",
                [{"reason": "NOT_TRUSTED"}],
            )
        is_operator = on_behalf_of is None and _makes_operator(claims)
        is_needless = for_operators and not is_operator
        if check_revoked and self._policy.check_revoked and not is_needless:
            is_operator &= _makes_operator(self._check_revoked(uid, claims))
        self._check_app(headers.get(APP_CHECK))
        return Identity(uid, is_operator)

    def _verified_user(self, token: Token) -> Mapping[str, Any]:
        project, signed = self._policy.project, not self._policy.emulated
        check_claims(token, (_FIREBASE_ISSUER + project,), project, signed=signed)
        return _verified(token, self._users, project) if signed else token.claims

    def _check_account(self, token: Token) -> None:
        policy = self._policy
        signed = not policy.emulated
        is_trusted = str(token.claims.get("email")) in policy.trusted_accounts
        check_claims(token, _GOOGLE_ISSUERS, policy.audience, signed=signed)
        if not is_trusted or token.claims.get("email_verified") is not True:
            raise PermissionDenied(
                "This service account may not act for users. Add it to "
                "REKINDLE_TRUSTED_SERVICE_ACCOUNTS.",
                [{"reason": "NOT_TRUSTED"}],
            )
        if signed:
            _verified(token, self._accounts, policy.audience)

    def _check_revoked(self, uid: str, claims: Mapping[str, Any]) -> Mapping[str, Any]:
        """Returns the custom claims that the user has now."""
        from firebase_admin import auth, exceptions

        try:
            user = auth.get_user(uid, self._firebase())
        except auth.UserNotFoundError as error:
            raise rejected("The token's user no longer exists. Sign in again.") from error
        except (exceptions.FirebaseError, ValueError) as error:
            raise Unavailable(
                "Firebase did not say whether the token was revoked. Try again.",
                [{"reason": "REVOCATION_UNKNOWN"}],
            ) from error
        if user.disabled or claims.get("iat", 0) * 1000 < user.tokens_valid_after_timestamp:
            raise rejected("The token was revoked. Sign in again.")
        return user.custom_claims or {}

    def _firebase(self) -> Any:
        with self._lock:
            if self._app is None:
                import firebase_admin

                self._app = firebase_admin.initialize_app(
                    options={
                        "projectId": self._policy.project,
                        "httpTimeout": _CALL_TIMEOUT,
                    },
                    name=f"rekindle-{self._policy.project}",
                )
            return self._app

    def _check_app(self, text: str | None) -> None:
        if not self._policy.require_app_check:
            return
        if not text:
            raise Unauthenticated(
                f"Send the app's App Check token in the header {APP_CHECK}.",
                [{"reason": "NO_APP_CHECK"}],
            )
        import jwt

        try:
            token = parse(text.strip())
            key = self._apps.get(key_id(token)) if token.header.get("alg") == "RS256" else None
            if key is None or token.header.get("typ") != "JWT":
                raise _bad_app_check()
            claims = jwt.decode(
                token.text,
                jwt.PyJWK(key, "RS256").key,
                algorithms=["RS256"],
                audience=f"projects/{self._policy.project}",
                leeway=CLOCK_SKEW,
                options={"require": ["exp", "iss", "sub"]},
            )
        except (Unauthenticated, jwt.PyJWTError, ValueError, TypeError) as error:
            raise _bad_app_check() from error
        if not str(claims["iss"]).startswith(_APP_CHECK_ISSUER) or not claims["sub"]:
            raise _bad_app_check()


def _makes_operator(claims: Mapping[str, Any]) -> bool:
    return claims.get(OPERATOR) is True


def _verified(token: Token, keys: PublicKeys, audience: str) -> Mapping[str, Any]:
    """Returns the claims of a token that one of the keys signed.

    Raises:
        Unauthenticated: none of them did.
        Unavailable: the keys cannot be fetched right now.
    """
    from google.auth import jwt
    from google.auth.exceptions import GoogleAuthError

    name = key_id(token)
    key = keys.get(name)
    if key is None:
        raise rejected("The token is not signed with one of Google's keys.")
    try:
        claims: Mapping[str, Any] = jwt.decode(
            token.text,
            certs={name: key},
            audience=audience,
            clock_skew_in_seconds=CLOCK_SKEW,
        )
    except (GoogleAuthError, ValueError, TypeError, KeyError) as error:
        raise rejected("The token's signature is not valid.") from error
    return claims


def bearer_token(authorization: str | None) -> str:
    """Returns the token in the header Authorization.

    Raises:
        Unauthenticated: there is none, or it is too long.
    """
    text = authorization or ""
    if len(text) > MAX_LENGTH + 100:
        raise rejected("The token is too long. Send a Firebase ID token.")
    scheme, _, token = text.strip().partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise Unauthenticated(
            'Send the header "Authorization: Bearer <token>", with a Firebase ID token, an access '
            "key, or an OAuth access token.",
            [{"reason": "NO_TOKEN"}],
        )
    if "," in token:
        raise rejected("Send the header Authorization once, with one token.")
    return token.strip()


def _one_user(given: str | None) -> str | None:
    """Returns the user that the header names.

    Servers join repeated headers with commas, and read what is not ASCII as Latin-1, so both could
    name another user than the sender means.

    Raises:
        InvalidArgument: the header is repeated, or not ASCII.
    """
    if given is not None and (not given.isascii() or "," in given):
        raise InvalidArgument(
            f"Send the header {ON_BEHALF_OF} once, with one uid in ASCII and without a comma.",
            [{"reason": "BAD_ON_BEHALF_OF"}],
        )
    return given


def _checked_uid(uid: Any, message: str) -> str:
    if not isinstance(uid, str) or not 1 <= len(uid) <= 128 or not uid.isprintable():
        raise rejected(message)
    return uid


def _bad_app_check() -> Unauthenticated:
    return Unauthenticated(
        "The App Check token is invalid or has expired. Get a new one and try again.",
        [{"reason": "BAD_APP_CHECK"}],
    )

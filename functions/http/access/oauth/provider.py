"""What the SDK's authorization server asks of us: clients, codes and tokens.

Its methods are asynchronous, but each request has an event loop of its own (see `sdk`), so they
may block.
"""

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    AuthorizeError,
    OAuthAuthorizationServerProvider,
    RefreshToken,
    RegistrationError,
    TokenError,
    construct_redirect_uri,
)
from mcp.shared.auth import (
    InvalidScopeError,
    OAuthClientInformationFull,
    OAuthToken,
)
from pydantic import AnyUrl, ConfigDict
from typing_extensions import override

from functions.http.access.scopes import BY_DEFAULT, OFFERED
from shared.access.grants import Consent, Tokens
from shared.access.redirects import matching
from shared.access.tokens import Kind
from shared.base.errors import FailedPrecondition, InvalidArgument, RekindleError
from shared.documents.access import Client, Connection, Scope

if TYPE_CHECKING:
    from functions.wiring.services import Services

_CHALLENGE = re.compile(r"[A-Za-z0-9._~-]{43,128}")
"""The form of a PKCE challenge (RFC 7636, 4.2)."""
_FOREVER = 2**40
"""A time that never passes: whether something has expired is decided by our own clock, before."""


class KnownClient(OAuthClientInformationFull):
    """A client by our rules: any offered scope, and any port on the user's own machine."""

    model_config = ConfigDict(cache_strings="none")

    def validate_scope(self, requested_scope: str | None) -> list[str] | None:
        """Returns the scopes that are asked for.

        Raises:
            InvalidScopeError: one of them is not offered.
        """
        asked = list(dict.fromkeys((requested_scope or "").split()))
        for scope in asked:
            if scope not in OFFERED:
                raise InvalidScopeError(
                    f"There is no scope {scope!r}. Choose from read, write, record."
                )
        return asked or list(BY_DEFAULT)

    def validate_redirect_uri(self, redirect_uri: AnyUrl | None) -> AnyUrl:
        """Returns where to send the client.

        Raises:
            InvalidRedirectUriError: it has not registered this.
        """
        registered = [str(uri) for uri in self.redirect_uris or ()]
        if redirect_uri is not None and matching(registered, str(redirect_uri)):
            return redirect_uri
        return super().validate_redirect_uri(redirect_uri)


class _Refresh(RefreshToken):
    """A refresh token, with the resource that it was granted for."""

    model_config = ConfigDict(cache_strings="none")

    resource: str | None = None


class Provider(OAuthAuthorizationServerProvider[AuthorizationCode, RefreshToken, AccessToken]):
    """What clients ask for by themselves: registration, tokens, revocation."""

    def __init__(self, app: "Services", resource: str | None = None) -> None:
        """`resource` is what a token is asked for (RFC 8707); None if the client does not say."""
        self._app = app
        self._resource = resource

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        found = self._app.clients.known(client_id)
        return as_known(found) if found else None

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        uris = [str(uri) for uri in client_info.redirect_uris or ()]
        try:
            client = self._app.clients.register(client_info.client_name, uris)
        except InvalidArgument as error:
            raise RegistrationError("invalid_redirect_uri", error.message) from error
        client_info.client_id = client.client_id

    async def authorize(
        self, client: OAuthClientInformationFull, params: AuthorizationParams
    ) -> str:
        raise NotImplementedError("users are asked by `Consenting`")

    @override
    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        found = self._app.grants.code(authorization_code)
        if found is None:
            return None
        return AuthorizationCode(
            code=authorization_code,
            scopes=[scope.value for scope in found.scopes],
            expires_at=_FOREVER,
            client_id=found.client_id,
            code_challenge=found.code_challenge,
            redirect_uri=AnyUrl(found.redirect_uri),
            redirect_uri_provided_explicitly=found.explicit_redirect,
            resource=found.resource,
        )

    @override
    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        self._check_resource(authorization_code.resource)
        self._app.clients.uses_tokens(authorization_code.client_id)
        try:
            return _answer(self._app.grants.redeem(authorization_code.code))
        except FailedPrecondition as error:
            raise TokenError("invalid_grant", error.message) from error

    @override
    async def load_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: str
    ) -> RefreshToken | None:
        found = self._app.grants.holding(refresh_token, Kind.REFRESH)
        if found is None or found.client_id is None:
            return None
        return _Refresh(
            token=refresh_token,
            client_id=found.client_id,
            scopes=_scopes(found),
            resource=found.resource,
        )

    @override
    async def exchange_refresh_token(
        self,
        client: OAuthClientInformationFull,
        refresh_token: RefreshToken,
        scopes: list[str],
    ) -> OAuthToken:
        assert isinstance(refresh_token, _Refresh)
        self._check_resource(refresh_token.resource)
        self._app.clients.uses_tokens(refresh_token.client_id)
        asked = [Scope(scope) for scope in scopes]
        return _answer(self._app.grants.refreshed(refresh_token.token, asked))

    async def load_access_token(self, token: str) -> AccessToken | None:
        found = self._app.grants.holding(token, Kind.ACCESS)
        if found is None or found.client_id is None:
            return None
        return AccessToken(token=token, client_id=found.client_id, scopes=_scopes(found))

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        self._app.grants.revoke(token.token)

    def _check_resource(self, granted: str | None) -> None:
        asked = self._resource
        if asked is not None and asked.rstrip("/") != granted:
            raise TokenError(
                "invalid_target", f"This was granted for {granted}. Connect again for another one."
            )


@dataclass
class Asked:
    """A valid request for access."""

    client: Client
    params: AuthorizationParams


@dataclass
class Consenting(Provider):
    """The authorization of a client by a user who is signed in.

    Attributes:
        app: the application.
        public_url: the deployment's own URL, which is the issuer.
        uid: the user.
        allowed: what the user allows; None to deny.
        only_look: whether to stop once the request is known to be valid.
        asked: the request, once it is known to be valid.
        failure: what went wrong on our side of the SDK, which would hide it.
    """

    app: "Services"
    public_url: str
    uid: str
    allowed: frozenset[Scope] | None = None
    only_look: bool = False
    asked: Asked | None = None
    failure: RekindleError | None = None
    _client: Client | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        super().__init__(self.app)

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        try:
            self._client = self.app.clients.asking(client_id)
        except RekindleError as error:
            self.failure = error
            raise
        return as_known(self._client) if self._client else None

    @override
    async def authorize(
        self, client: OAuthClientInformationFull, params: AuthorizationParams
    ) -> str:
        assert self._client is not None
        resource = self._resource_of(params)
        if not _CHALLENGE.fullmatch(params.code_challenge):
            raise AuthorizeError(
                "invalid_request",
                "code_challenge must be the Base64url of a SHA-256 hash, 43 characters long.",
            )
        self.asked = Asked(self._client, params)
        if self.only_look:
            return self.public_url
        if self.allowed is None:
            raise AuthorizeError("access_denied", "The user denied access.")
        asked = [Scope(scope) for scope in params.scopes or ()]
        if not self.allowed or not self.allowed <= set(asked):
            self.failure = InvalidArgument.field("scopes", "must be among those asked for")
            raise self.failure
        consent = Consent(
            uid=self.uid,
            client_id=self._client.client_id,
            client_name=self._client.name,
            scopes=[scope for scope in asked if scope in self.allowed],
            code_challenge=params.code_challenge,
            redirect_uri=str(params.redirect_uri),
            explicit_redirect=params.redirect_uri_provided_explicitly,
            resource=resource,
        )
        try:
            self.app.clients.let_in(self._client)
            code = self.app.grants.consented(consent)
        except RekindleError as error:
            self.failure = error
            raise
        return construct_redirect_uri(str(params.redirect_uri), code=code, state=params.state)

    def _resource_of(self, params: AuthorizationParams) -> str:
        """Returns the resource that a client asks for (RFC 8707); without one, `/mcp` alone."""
        mcp = f"{self.public_url}/mcp"
        asked = (params.resource or mcp).rstrip("/")
        if asked not in (self.public_url, mcp):
            raise AuthorizeError("invalid_target", f"There is no resource {asked} here.")
        return asked


def as_known(client: Client) -> KnownClient:
    """Returns a client as the SDK knows it. All of them are public: none has a secret."""
    return KnownClient(
        client_id=client.client_id,
        client_name=client.name,
        redirect_uris=[AnyUrl(uri) for uri in client.redirect_uris],
        token_endpoint_auth_method="none",  # noqa: S106
        scope=" ".join(OFFERED),
    )


def _scopes(connection: Connection) -> list[str]:
    return [scope.value for scope in connection.scopes]


def _answer(tokens: Tokens | None) -> OAuthToken:
    if tokens is None:
        raise TokenError("invalid_grant", "The code or token was already used or has expired.")
    return OAuthToken(
        access_token=tokens.access,
        refresh_token=tokens.refresh,
        expires_in=int(tokens.lasts.total_seconds()),
        scope=" ".join(tokens.scopes),
    )
